import './receipt.css'
import { readStored, store } from '@cashbox/client/storage'
import { issueReceipt, type Receipt } from '@cashbox/contract'
import { Button, Skeleton } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { Tabs } from '@cashbox/ui/tabs'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { Failed } from '../../platform/failed.tsx'
import { useWords } from '../../platform/language/language.ts'
import { storageKeys } from '../../platform/session/storage.ts'
import { useTimezone } from '../../platform/time/timezone.ts'
import { canPrint, isPaper, type Paper, paperNames, papers, printReceipt } from './print-receipt.ts'
import { type ReceiptText, receiptText } from './receipt-lines.ts'
import { ReceiptPaper } from './receipt-paper.tsx'
import { ShareButtons } from './share-buttons.tsx'

interface ReceiptSheetProps {
  readonly transactionId: string
  readonly onClose: () => void
}

/** The receipt of one payment, to print and to share. */
export function ReceiptSheet({ transactionId, onClose }: ReceiptSheetProps) {
  const t = useTranslations()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['receipt', transactionId],
    queryFn: async ({ signal }) =>
      (await call(issueReceipt, { transaction_id: transactionId }, { signal, ignore403: true })).receipt,
    staleTime: 0,
  })
  return (
    <Sheet isOpen onClose={onClose} title={t('receipt.title')} closeLabel={t('common.close')}>
      {data ? (
        <LoadedReceipt receipt={data} />
      ) : error && !isFetching ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Sheet>
  )
}

function LoadedReceipt({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('receipt')
  const timeZone = useTimezone()
  const { language } = useWords()
  const text = receiptText(receipt, t, { timeZone, language })
  return (
    <div className="grid gap-5">
      <div className="mx-auto w-full max-w-72 rounded-2xl border border-line bg-white p-5">
        <ReceiptPaper receipt={receipt} text={text} />
      </div>
      {canPrint() && <Printing receipt={receipt} text={text} />}
      <ShareButtons receipt={receipt} text={text} />
    </div>
  )
}

function Printing({ receipt, text }: { receipt: Receipt; text: ReceiptText }) {
  const t = useTranslations('receipt')
  const [paper, choosePaper] = useState<Paper>(readPaper)
  const print = useRef<HTMLDivElement>(null)
  return (
    <div className="grid gap-3">
      <Tabs
        label={t('paper')}
        value={paper}
        onValueChange={(value) => {
          if (!isPaper(value)) return
          choosePaper(value)
          store(storageKeys.receiptPaper, value)
        }}
        items={papers.map((value) => ({ value, label: paperNames[value] }))}
      />
      <Button
        isWide
        icon={<Printer aria-hidden className="size-5" />}
        onClick={() => print.current && printReceipt(print.current, paper)}
      >
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

function readPaper(): Paper {
  const stored = readStored(storageKeys.receiptPaper)
  return isPaper(stored) ? stored : '58'
}
