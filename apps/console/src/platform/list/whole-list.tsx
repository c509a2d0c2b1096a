import { keyOfPicked, type OperatorEndpoint } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { type LucideIcon, Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { ActContext } from '../forms/form.tsx'
import { DetailDrawer } from '../page/detail-drawer.tsx'
import { DetailPage, type DetailPageProps, Loaded, oneOf, type ThingQuery } from '../page/page.tsx'
import { useMay } from '../session/session.ts'
import type { TableColumn } from './columns.tsx'
import type { ListQuery } from './list.ts'
import { type ListFilters, useSort } from './list-filters.tsx'
import { ListPage } from './list-page.tsx'
import { listTexts } from './list-texts.ts'

const createTexts = {
  channels: 'channels.create',
  operators: 'operators.create',
  partners: 'partners.create',
} as const

interface WholeList<Thing> {
  /** The name of its export and its path. */
  readonly list: keyof typeof createTexts
  readonly query: ListQuery & ThingQuery<readonly Thing[]> & { readonly data: readonly Thing[] | undefined }
}

interface WholeListPageProps<Thing> extends WholeList<Thing> {
  readonly columns: readonly TableColumn<Thing>[]
  readonly filters: ListFilters
  /** Operators who may make this call see the button. */
  readonly create: { readonly endpoint: OperatorEndpoint; readonly form: ComponentType }
  readonly renderDetail: (thing: Thing) => ReactNode
  readonly children?: ReactNode
}

/** A list that is fetched as a whole, whose things have a name and a page each. Its filters are columns. */
export function WholeListPage<Thing extends { readonly name: string }>(props: WholeListPageProps<Thing>) {
  const { list, query, columns, filters, create, renderDetail, children } = props
  const t = useTranslations()
  const keyOf = (thing: Thing) => keyOfPicked(list, thing)
  return (
    <ListPage
      list={list}
      query={query}
      rows={query.data ?? null}
      wholeBy={Number.MAX_SAFE_INTEGER}
      keyOf={keyOf}
      columns={columns}
      filters={filters}
      otherParams={['sort']}
      sort={useSort({ id: 'name', desc: false })}
      exported={{ table: list, filters: {} }}
      actions={<CreateButton {...create} label={t(createTexts[list])} />}
      path={`/${list}`}
      renderDrawer={(key) => {
        const thing = query.data?.find((one) => keyOf(one) === key)
        return thing && { title: thing.name, content: renderDetail(thing) }
      }}
    >
      {children}
    </ListPage>
  )
}

function CreateButton({ endpoint, label, form: Form }: WholeListPageProps<never>['create'] & { label: string }) {
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
          <ActContext value={{ onDone: close, onCancel: close }}>
            <Form />
          </ActContext>
        </DetailDrawer>
      )}
    </>
  )
}

interface ThingPageProps<Thing> extends WholeList<Thing> {
  readonly icon: LucideIcon
  readonly width?: DetailPageProps['width']
  readonly children: (thing: Thing) => ReactNode
}

/** The page of one thing of such a list, by the key in the path. */
export function ThingPage<Thing extends { readonly name: string }>(props: ThingPageProps<Thing>) {
  const t = useTranslations()
  const { list, query: all, icon, width, children } = props
  const [title, none] = listTexts[list]
  const [key] = Object.values(useParams())
  const query = oneOf(all, (thing) => keyOfPicked(list, thing) === key)
  return (
    <DetailPage title={query.data?.name ?? t(title)} {...(width && { width })}>
      <Loaded query={query} none={{ icon, title: t(none) }}>
        {children}
      </Loaded>
    </DetailPage>
  )
}
