import './receipt.css'
import { readStored, store } from '@cashbox/client/storage'
import { issueReceipt, type Receipt } from '@cashbox/contract'
import { Button, QrCode, Skeleton } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { Tabs } from '@cashbox/ui/tabs'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Loaded } from '../../platform/failed.tsx'
import { useLanguage } from '../../platform/language/language.ts'
import { answerTo } from '../../platform/live/queries.ts'
import { storageKeys } from '../../platform/session/session.ts'
import { type ReceiptText, receiptText } from './draw-receipt.ts'
import { ShareButtons } from './share-buttons.tsx'

interface ReceiptSheetProps {
  readonly transactionId: string
  /** Prints as soon as it is loaded, if a paper was used before. */
  readonly isPrinted: boolean
  readonly onClose: () => void
}

export function ReceiptSheet({ transactionId, isPrinted, onClose }: ReceiptSheetProps) {
  const t = useTranslations()
  const query = useQuery({
    ...answerTo(issueReceipt, { transaction_id: transactionId }, { ignore403: true }),
    staleTime: 0,
  })
  return (
    <Sheet isOpen onClose={onClose} title={t('receipt.title')}>
      <Loaded query={query} skeleton={<Skeleton className="h-96" />}>
        {({ receipt }) => <LoadedReceipt receipt={receipt} isPrinted={isPrinted} />}
      </Loaded>
    </Sheet>
  )
}

function LoadedReceipt({ receipt, isPrinted }: { receipt: Receipt; isPrinted: boolean }) {
  const t = useTranslations('receipt')
  const { language } = useLanguage()
  const text = receiptText(receipt, t, language)
  return (
    <div className="grid gap-5">
      <div className="mx-auto w-full max-w-72 rounded-2xl border border-line bg-white p-5">
        <ReceiptPaper receipt={receipt} text={text} />
      </div>
      {canPrint() && <Printing receipt={receipt} text={text} isPrinted={isPrinted} />}
      <ShareButtons receipt={receipt} text={text} />
    </div>
  )
}

function Printing({ receipt, text, isPrinted }: { receipt: Receipt; text: ReceiptText; isPrinted: boolean }) {
  const t = useTranslations('receipt')
  const [paper, choosePaper] = useState<Paper>(() => lastPaper() ?? '58')
  const print = useRef<HTMLDivElement>(null)
  const printNow = () => {
    store(storageKeys.receiptPaper, paper)
    if (print.current) printReceipt(print.current, paper)
  }
  const isAsked = useRef(isPrinted && lastPaper() !== undefined)
  const printOnce = useEffectEvent(() => {
    if (isAsked.current) printNow()
    isAsked.current = false
  })
  useEffect(() => printOnce(), [])
  return (
    <div className="grid gap-3">
      <Tabs
        label={t('paper')}
        value={paper}
        onValueChange={(value) => {
          choosePaper(value)
          store(storageKeys.receiptPaper, value)
        }}
        items={papers}
      />
      <Button isWide icon={<Printer aria-hidden className="size-5" />} onClick={printNow}>
        {t('print')}
      </Button>
      {createPortal(
        <div ref={print} className="receipt-print" data-paper={paper} aria-hidden>
          <ReceiptPaper receipt={receipt} text={text} />
        </div>,
        document.body,
      )}
    </div>
  )
}

/** Black on white in both themes. */
function ReceiptPaper({ receipt, text }: { receipt: Receipt; text: ReceiptText }) {
  const t = useTranslations('receipt')
  return (
    <article className="receipt-paper" aria-label={t('title')}>
      <p className="receipt-network">
        <bdi>{text.network}</bdi>
      </p>
      <p>{text.title}</p>
      <p className="receipt-amount">
        <bdi dir="ltr">{text.amount}</bdi>
      </p>
      {text.warnings.map((warning) => (
        <p key={warning} className="receipt-warning">
          {warning}
        </p>
      ))}
      <dl>
        {text.lines.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <QrCode text={receipt.url} label={t('qr_label')} size={160} />
      <p className="receipt-check">
        {text.check}
        <br />
        <bdi dir="ltr">{text.address}</bdi>
      </p>
    </article>
  )
}

/** With isolates, so that right-to-left text keeps the number before its unit. */
const papers = [
  { value: '58', label: '\u206658 mm\u2069' },
  { value: '80', label: '\u206680 mm\u2069' },
  { value: 'a4', label: 'A4' },
] as const
type Paper = (typeof papers)[number]['value']

const lastPaper = () => papers.find(({ value }) => value === readStored(storageKeys.receiptPaper))?.value

const MM_PER_PIXEL = 25.4 / 96
/** Rounding must not push the last line to a second page. */
const SPARE_MM = 2

/** Some browsers inside other apps can't print. */
const canPrint = () => typeof window.print === 'function'

/** On a roll, the page is as long as the receipt. */
function printReceipt(element: HTMLElement, paper: Paper): void {
  const sheet = new CSSStyleSheet()
  if (paper !== 'a4') {
    const height = Math.ceil(element.getBoundingClientRect().height * MM_PER_PIXEL) + SPARE_MM
    sheet.replaceSync(`@media print { @page receipt-${paper} { size: ${paper}mm ${height}mm; margin: 0 } }`)
  }
  document.adoptedStyleSheets.push(sheet)
  // `print` blocks in some browsers and not in others: clean up in `afterprint`.
  const forget = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
  window.addEventListener('afterprint', forget, { once: true })
  window.print()
}
