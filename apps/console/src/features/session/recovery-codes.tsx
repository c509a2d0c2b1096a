import { Button, Checkbox, CopyButton } from '@cashbox/ui'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

/** Shown only once, so the operator must confirm that the codes are saved. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const t = useTranslations()
  const [areSaved, setSaved] = useState(false)
  return (
    <div className="grid gap-4">
      <ul
        dir="ltr"
        aria-label={t('log_in.recovery.list')}
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-2xl bg-sunken p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton variant="button" text={codes.join('\n')} label={t('common.copy')} />
        <Button variant="secondary" icon={<Download size={18} aria-hidden />} onClick={() => download(codes)}>
          {t('log_in.recovery.download')}
        </Button>
      </div>
      <Checkbox
        label={t('log_in.recovery.kept')}
        checked={areSaved}
        onChange={(event) => setSaved(event.target.checked)}
      />
      <Button isWide disabled={!areSaved} onClick={onSaved}>
        {t('log_in.recovery.submit')}
      </Button>
    </div>
  )
}

function download(codes: readonly string[]) {
  const address = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'cashbox-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}
