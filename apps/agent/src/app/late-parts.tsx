import { useTranslations } from 'use-intl'
import { useAppEvent } from '../platform/events.ts'
import { openPopup } from '../platform/popups.tsx'
import { notify } from '../platform/toasts.ts'
import { lateOpener } from '../platform/when-idle.ts'
import { Later } from './pages.tsx'

const loadTopupNews = async () => (await import('../features/topups/topup-news.tsx')).TopupNews
const loadNoticeNews = async () => (await import('../features/inbox/notice-news.tsx')).NoticeNews

/** Toasts about top-ups and notices on every screen. */
export const LateNews = ({ isDemo }: { isDemo: boolean }) => (
  <>
    {!isDemo && <Later load={loadTopupNews} />}
    <Later load={loadNoticeNews} />
  </>
)

const openLate = lateOpener()

/** Opens receipts and files for every screen. Their code is loaded on demand. */
export function PaperOpener() {
  const t = useTranslations('error')
  const open = (load: () => Promise<() => void>) => void openLate(load, () => notify('error', t('network')))
  const openReceipt = (transactionId: string, isPrinted: boolean) =>
    open(async () => {
      const { ReceiptSheet } = await import('../features/receipts/receipt-sheet.tsx')
      const props = { transactionId, isPrinted }
      return () => openPopup('receipt', (close) => <ReceiptSheet {...props} onClose={close} />)
    })
  useAppEvent('open-receipt', (transactionId) => openReceipt(transactionId, false))
  useAppEvent('print-receipt', (transactionId) => openReceipt(transactionId, true))
  useAppEvent('open-file', (subject) =>
    open(async () => {
      const { FileSheet } = await import('../features/files/file-sheet.tsx')
      return () => openPopup('file', (close) => <FileSheet subject={subject} onClose={close} />)
    }),
  )
  return null
}
