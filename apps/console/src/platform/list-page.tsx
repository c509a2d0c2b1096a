import type { Endpoint } from '@cashbox/contract'
import { Button } from '@cashbox/ui'
import { Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { DetailDrawer } from './detail-drawer.tsx'
import { ListTable, type ListTableProps } from './list-table.tsx'
import { PageHead } from './page-head.tsx'
import { useMay } from './roles.ts'
import { useOpened } from './url-filters.ts'

interface Drawer {
  readonly title: ReactNode
  readonly content: ReactNode
}

interface Creation {
  /** Operators who may make this call see the button. */
  readonly endpoint: Endpoint
  readonly label: string
  readonly form: ComponentType<{ readonly onDone: () => void }>
}

interface ListPageProps<Row> extends Omit<ListTableProps<Row>, 'label' | 'hrefOf' | 'onOpen' | 'openKey'> {
  readonly title: string
  readonly text?: ReactNode
  /** Beside the title: the export, and what else concerns the whole list. */
  readonly actions?: ReactNode
  readonly create?: Creation
  /** Each row has a page of its own below this address. Without it a row opens only beside the list. */
  readonly path?: string
  /** The row that is open; nothing while none is, or while it is not known. */
  readonly drawer: Drawer | null | false | undefined
  /** The filters, and notices above the table. */
  readonly children?: ReactNode
}

/** A list with its filters, one of its rows beside it, and the form that creates another. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, text, actions, create, path, drawer, children, ...table } = props
  const { opened, open, close, hrefOf } = useOpened()
  const hrefOfKey = (key: string) => (path === undefined ? hrefOf(key) : `${path}/${encodeURIComponent(key)}`)
  return (
    <>
      <PageHead
        title={title}
        text={text}
        actions={
          <>
            {actions}
            {create && <CreateButton create={create} />}
          </>
        }
      />
      {children}
      <ListTable
        {...table}
        label={title}
        hrefOf={(row) => hrefOfKey(table.keyOf(row))}
        onOpen={(row) => open(table.keyOf(row))}
        openKey={opened}
      />
      {opened !== null && drawer && (
        <DetailDrawer key={opened} title={drawer.title} onClose={close} {...(path && { href: hrefOfKey(opened) })}>
          {drawer.content}
        </DetailDrawer>
      )}
    </>
  )
}

function CreateButton({ create: { endpoint, label, form: Form } }: { create: Creation }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!useMay(endpoint)) return null
  return (
    <>
      <Button icon={<Plus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <DetailDrawer title={label} onClose={close}>
          <Form onDone={close} />
        </DetailDrawer>
      )}
    </>
  )
}
