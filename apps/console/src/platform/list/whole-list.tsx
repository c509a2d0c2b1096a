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
import { type ListQuery, useWholeList } from './list.ts'
import type { ListFilters } from './list-filters.tsx'
import { ListPage } from './list-page.tsx'

const texts = {
  channels: { title: 'pages.channels', text: 'channels.text', none: 'channels.none', create: 'channels.create' },
  operators: { title: 'pages.operators', text: 'operators.text', none: 'operators.none', create: 'operators.create' },
  partners: { title: 'pages.partners', text: 'partners.text', none: 'partners.none', create: 'partners.create' },
} as const

interface WholeList<Thing> {
  /** The name of its export and its path. */
  readonly list: keyof typeof texts
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

/** A list that is fetched as a whole, whose things have a name and a page each. */
export function WholeListPage<Thing extends { readonly name: string }>(props: WholeListPageProps<Thing>) {
  const { list, query, columns, filters, create, renderDetail, children } = props
  const t = useTranslations()
  const described = useWholeList(list, query, filters)
  return (
    <ListPage
      {...described}
      columns={columns}
      title={t(texts[list].title)}
      text={t(texts[list].text)}
      emptyTitle={t(texts[list].none)}
      actions={<CreateButton {...create} label={t(texts[list].create)} />}
      path={`/${list}`}
      renderDrawer={(key) => {
        const thing = query.data?.find((one) => described.keyOf(one) === key)
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
  const [key] = Object.values(useParams())
  const query = oneOf(all, (thing) => keyOfPicked(list, thing) === key)
  return (
    <DetailPage title={query.data?.name ?? t(texts[list].title)} {...(width && { width })}>
      <Loaded query={query} none={{ icon, title: t(texts[list].none) }}>
        {children}
      </Loaded>
    </DetailPage>
  )
}
