import { Card, Skeleton } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { Failed } from '../../platform/failed.tsx'
import { useUsableMark } from '../../platform/screen.tsx'
import { reloadTermsOfUse, useTermsOfUse } from '../../platform/terms-of-use.ts'
import { OpenPage } from './open-page.tsx'
import { paragraphsOf } from './paragraphs.ts'

export function TermsPage() {
  const t = useTranslations('terms')
  const { data, error, isAsking } = useTermsOfUse()
  useUsableMark(data !== undefined)
  return (
    <OpenPage title={t('title')}>
      {data ? (
        <>
          <Card className="grid gap-5">
            {paragraphsOf(data.text).map(({ heading, lines }) => (
              <section key={`${heading} ${lines[0]}`} className="grid gap-1 wrap-anywhere">
                {heading && <h2 className="font-semibold">{heading}</h2>}
                {lines.map((line) => (
                  <p key={line} className="text-ink-soft">
                    {line}
                  </p>
                ))}
              </section>
            ))}
          </Card>
          <p className="text-sm text-ink-soft">{t('version', { version: data.version })}</p>
        </>
      ) : error && !isAsking ? (
        <Failed error={error} onRetry={() => void reloadTermsOfUse()} />
      ) : (
        <Skeleton className="h-96 rounded-2xl" />
      )}
    </OpenPage>
  )
}
