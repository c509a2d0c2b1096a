import { keyOfPicked, type OperatorEndpoint } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { type LucideIcon, Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { ActContext } from '../forms/form.tsx'
import { textAt } from '../language/language.ts'
import { DetailDrawer } from '../page/detail-drawer.tsx'
import { DetailPage, type DetailPageProps, Loaded, oneOf, type ThingQuery } from '../page/page.tsx'
import { useMay } from '../session/session.ts'
import type { ListQuery } from './list.ts'
import { type ListFilters, useSort } from './list-filters.tsx'
import { listTexts } from './list-texts.ts'

type ThingList = 'channels' | 'operators' | 'partners'

type ThingsQuery<Thing> = ListQuery & ThingQuery<readonly Thing[]>

/** Describes a list that is fetched as a whole, whose things have a name and a page each. Its filters are columns. */
export function useThings<Thing extends { readonly name: string }>(
  list: ThingList,
  query: ThingsQuery<Thing>,
  filters: ListFilters,
  renderDetail: (thing: Thing) => ReactNode,
) {
  const keyOf = (thing: Thing) => keyOfPicked(list, thing)
  return {
    list,
    query,
    rows: query.data ?? null,
    keyOf,
    filters,
    otherParams: ['sort'],
    sort: useSort({ id: 'name', desc: false }),
    wholeBy: Number.MAX_SAFE_INTEGER,
    exported: { table: list, filters: {} },
    path: `/${list}`,
    renderDrawer: (key: string) => {
      const thing = query.data?.find((one) => keyOf(one) === key)
      return thing && { title: thing.name, content: renderDetail(thing) }
    },
  }
}

interface CreateButtonProps {
  /** Operators who may make this call see the button. */
  readonly endpoint: OperatorEndpoint
  readonly label: string
  readonly form: ComponentType
}

export function CreateButton({ endpoint, label, form: Form }: CreateButtonProps) {
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

interface ThingPageProps<Thing> {
  readonly list: ThingList
  readonly query: ThingsQuery<Thing>
  readonly icon: LucideIcon
  readonly width?: DetailPageProps['width']
  readonly children: (thing: Thing) => ReactNode
}

/** The page of one thing of such a list, by the key in the path. */
export function ThingPage<Thing extends { readonly name: string }>(props: ThingPageProps<Thing>) {
  const { list, query: all, icon, width, children } = props
  const [title, none] = listTexts[list]
  const [key] = Object.values(useParams())
  const query = oneOf(all, (thing) => keyOfPicked(list, thing) === key)
  return (
    <DetailPage title={query.data?.name ?? textAt(title)} {...(width && { width })}>
      <Loaded query={query} none={{ icon, title: textAt(none) }}>
        {children}
      </Loaded>
    </DetailPage>
  )
}
