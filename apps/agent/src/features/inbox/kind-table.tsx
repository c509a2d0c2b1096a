import { emailKinds, noticeKinds } from '@cashbox/contract'
import { Checkbox, type FieldForm } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import type { SettingValues } from './setting-values.ts'

type BoxName = Extract<keyof SettingValues, `push_${string}` | `email_${string}`>

/** Each kind of notice with the ways it can come, beside the inbox. */
export function KindTable({ form }: { form: FieldForm<SettingValues> }) {
  const t = useTranslations('notices')
  const box = (name: BoxName, label: string) => (
    <Checkbox
      label={<span className="sr-only">{label}</span>}
      checked={form.values[name]}
      onChange={({ target }) => form.change(name, target.checked)}
      className="min-w-11 justify-center gap-0!"
    />
  )
  return (
    <table className="w-full">
      <thead>
        <tr className="text-sm text-ink-soft">
          <th scope="col">
            <span className="sr-only">{t('kinds_title')}</span>
          </th>
          <th scope="col" className="w-16 px-1 font-semibold">
            {t('by_push')}
          </th>
          <th scope="col" className="w-16 px-1 font-semibold">
            {t('by_email')}
          </th>
        </tr>
      </thead>
      <tbody>
        {noticeKinds.map((kind) => {
          const byMail = emailKinds.find((one) => one === kind)
          const name = t(`kind_${kind}`)
          return (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-1 pe-2 text-start font-normal">
                {name}
              </th>
              <td>{box(`push_${kind}`, `${name}: ${t('by_push')}`)}</td>
              <td className="text-center text-sm text-ink-soft">
                {byMail
                  ? box(`email_${byMail}`, `${name}: ${t('by_email')}`)
                  : t(kind === 'status' ? 'always' : 'never')}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
