import { Checkbox } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useLocation } from 'wouter'
import { textAt, textsOf } from '../platform/language/language.ts'
import { useOperator } from '../platform/session/session.ts'
import { consolePages, keysOf } from './pages.ts'
import { switchShortcuts, useShortcutsOn } from './use-shortcuts.ts'

const t = textsOf('shortcuts')

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { role } = useOperator()
  const isOn = useShortcutsOn()
  const [path] = useLocation()
  const here = consolePages.find(({ label }) => label === path.split('/')[1]?.replaceAll('-', '_'))
  const pages = consolePages.flatMap((page) => {
    const keys = keysOf(page)
    return keys && page.roles.includes(role) ? [[keys, textAt(`pages.${page.label}`)] as const] : []
  })
  return (
    <Sheet isOpen onClose={onClose} title={textAt('help.button')} size="lg">
      <div className="grid gap-5">
        {here && (
          <section className="grid gap-2">
            <h3 className="font-semibold">
              {textAt('help.page')}: {textAt(`pages.${here.label}`)}
            </h3>
            <p className="max-w-prose">{textAt(`help.pages.${here.label}`)}</p>
          </section>
        )}
        <Keys
          label={t('lists')}
          keys={[
            ['J', t('next')],
            ['K', t('previous')],
            ['Enter', t('open')],
            ['X', t('select')],
            ['/', t('search')],
            ['Ctrl K', t('palette')],
            ['?', t('help')],
          ]}
        />
        <Keys label={t('pages')} keys={pages} />
        <Checkbox label={t('on')} checked={isOn} onChange={({ target }) => switchShortcuts(target.checked)} />
      </div>
    </Sheet>
  )
}

const Keys = ({ label, keys }: { label: string; keys: readonly (readonly [keys: string, does: string])[] }) => (
  <section className="grid gap-2">
    <h3 className="font-semibold">{label}</h3>
    <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
      {keys.map(([key, does]) => (
        <div key={key} className="flex items-center justify-between gap-3">
          <dt className="min-w-0">{does}</dt>
          <dd>
            <kbd
              dir="ltr"
              className="rounded-md border border-line px-1.5 font-sans text-sm whitespace-nowrap text-ink-soft"
            >
              {key}
            </kbd>
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
