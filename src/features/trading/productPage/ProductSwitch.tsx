import { Button } from '@tarojs/components'
import './ProductSwitch.scss'

/** The title of a product's page as a button, which offers the other products. */
export const ProductSwitch = ({ title, onClick }: { title: string; onClick: () => void }) => (
  <Button className="product-switch" aria-haspopup="dialog" onClick={onClick}>
    {title}
  </Button>
)
