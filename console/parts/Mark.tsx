import { Tag } from 'antd'
import type { ReactNode } from 'react'

export type MarkLevel = 'bad' | 'soon' | 'good' | 'open' | 'plain'

/** Each reads on its own ground with at least 7 to 1; the words say the same as the color. */
const COLOURS: Record<MarkLevel, { color: string; background: string }> = {
  bad: { color: '#7a1410', background: '#fde7e5' },
  soon: { color: '#5c3c00', background: '#fff1cc' },
  good: { color: '#0c4a25', background: '#e2f4e8' },
  open: { color: '#0a357f', background: '#e3edfd' },
  plain: { color: '#3d3d3d', background: '#f0f0f0' },
}

export const Mark = ({ level, children }: { level: MarkLevel; children: ReactNode }) => (
  <Tag style={{ ...COLOURS[level], border: 0, whiteSpace: 'normal' }}>{children}</Tag>
)
