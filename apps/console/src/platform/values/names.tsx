import { CopyButton, cn, iconButtonClass } from '@cashbox/ui'
import { ExternalLink } from 'lucide-react'
import { textAt } from '../language/language.ts'
import { useChannelName, usePartnerList } from './channels.ts'
import { Code } from './values.tsx'

/** Operators know a partner by its name. */
export function PartnerName({ code }: { code: string }) {
  return <bdi>{usePartnerList().find((partner) => partner.code === code)?.name ?? code}</bdi>
}

/** Operators know a channel by its name. */
export const ChannelName = ({ code }: { code: string }) => <bdi>{useChannelName()(code)}</bdi>

interface CopyableIdProps {
  readonly what: string
  readonly text: string
  /** Of a transfer on its network. */
  readonly explorerUrl?: string | null
}

export const CopyableId = ({ what, text, explorerUrl = null }: CopyableIdProps) => (
  <span className="flex items-center gap-1">
    <Code className="min-w-0" text={text} />
    <CopyButton className="-my-3" label={textAt('transactions.facts.copy', { what })} text={text} />
    {explorerUrl !== null && (
      <a
        href={explorerUrl}
        target="_blank"
        rel="noreferrer"
        aria-label={`${textAt('common.explorer')}: ${what}`}
        title={textAt('common.explorer')}
        className={cn(iconButtonClass(), '-my-3')}
      >
        <ExternalLink size={18} aria-hidden />
      </a>
    )}
  </span>
)
