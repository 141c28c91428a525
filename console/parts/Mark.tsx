import { Tag } from 'antd'
import type { ReactNode } from 'react'

export type MarkLevel = 'bad' | 'soon' | 'good' | 'open' | 'plain'

/** The words say the same as the color. */
export const Mark = ({ level, children }: { level: MarkLevel; children: ReactNode }) => (
  <Tag className={`mark mark--${level}`}>{children}</Tag>
)
