import { View } from '@tarojs/components'
import { useMemo } from 'react'
import { encode } from 'uqr'
import './QrCode.scss'

/** A QR code, dark on light in both themes: cameras need that. Drawn as an image, which both targets can show. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const image = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 2 })
    const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
    const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${size} ${size}' shape-rendering='crispEdges'><path fill='#fff' d='M0 0h${size}v${size}H0z'/><path d='${path}'/></svg>`
    return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
  }, [text])
  return <View className="qr" ariaRole="img" aria-label={label} style={{ backgroundImage: image }} />
}
