import { Card } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'

interface DetailPageProps {
  readonly title: string
  readonly width?: 'narrow' | 'wide'
  readonly children: ReactNode
}

const widths = { narrow: 'max-w-2xl', wide: 'max-w-4xl' }

/** One thing on a page of its own: the same that the drawer beside its list shows. */
export const DetailPage = ({ title, width = 'wide', children }: DetailPageProps) => (
  <>
    <PageHead title={title} />
    <Card className={widths[width]}>{children}</Card>
  </>
)
