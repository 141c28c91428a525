import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { mediaUrl } from '../platform/mediaUrl'
import { classNames } from './classNames'
import './ProductIcon.scss'
import { productBadge } from './productBadge'
import { pictureOf } from './productPicture'

interface ProductIconProps {
  symbol: string
  /** Address of the product's picture in the object store, if the deployment has one. */
  url?: string | undefined
}

/**
 * The picture of a product: the stored one over the drawn one, which shows at once and stays if the other fails to
 * load; two letters if there is neither. The product's name is next to it.
 */
export function ProductIcon({ symbol, url }: ProductIconProps) {
  const [failed, setFailed] = useState(false)
  const stored = failed ? undefined : mediaUrl(url)
  const picture = pictureOf(symbol)
  const style = picture === undefined ? undefined : { backgroundPosition: `0 ${picture}` }
  return (
    <View className={classNames('product-icon', style && 'product-icon--drawn')} style={style} aria-hidden>
      {stored === undefined ? (
        picture === undefined && productBadge(symbol)
      ) : (
        <Image
          className="product-icon__picture"
          src={stored}
          mode="aspectFill"
          lazyLoad
          onError={() => setFailed(true)}
        />
      )}
    </View>
  )
}
