import { Checkbox } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { useOperator } from '../platform/session/session.ts'
import { consolePages, keysOf } from './pages.ts'
import { switchShortcuts, useShortcutsOn } from './use-shortcuts.ts'

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const { role } = useOperator()
  const isOn = useShortcutsOn()
  const [path] = useLocation()
  const here = consolePages.find(({ label }) => label === path.split('/')[1]?.replaceAll('-', '_'))
  const pages = consolePages.flatMap((page) => {
    const keys = keysOf(page)
    return keys && page.roles.includes(role) ? [[keys, t(`pages.${page.label}`)] as const] : []
  })
  return (
    <Sheet isOpen onClose={onClose} title={t('help.button')} size="lg">
      <div className="grid gap-5">
        {here && (
          <section className="grid gap-2">
            <h3 className="font-semibold">
              {t('help.page')}: {t(`pages.${here.label}`)}
            </h3>
            <p className="max-w-prose">{t(`help.pages.${here.label}`)}</p>
          </section>
        )}
        <Keys
          label={t('shortcuts.lists')}
          keys={[
            ['J', t('shortcuts.next')],
            ['K', t('shortcuts.previous')],
            ['Enter', t('shortcuts.open')],
            ['X', t('shortcuts.select')],
            ['/', t('shortcuts.search')],
            ['Ctrl K', t('shortcuts.palette')],
            ['?', t('shortcuts.help')],
          ]}
        />
        <Keys label={t('shortcuts.pages')} keys={pages} />
        <Checkbox label={t('shortcuts.on')} checked={isOn} onChange={({ target }) => switchShortcuts(target.checked)} />
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
