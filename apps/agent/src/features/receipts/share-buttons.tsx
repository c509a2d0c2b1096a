import type { Receipt } from '@cashbox/contract'
import { Button, CopyButton } from '@cashbox/ui'
import { Download, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../../platform/toasts.ts'
import { drawReceipt, type ReceiptText } from './draw-receipt.ts'

export function ShareButtons({ receipt, text }: { receipt: Receipt; text: ReceiptText }) {
  const t = useTranslations()
  const file = usePicture(receipt, text)
  const share = async (picture: File) => {
    if (!(await shareFile(picture, t('receipt.title')))) notify('error', t('receipt.share_failed'))
  }
  return (
    <div className="grid gap-3">
      {file && canShare(file) && (
        <Button
          variant="secondary"
          isWide
          icon={<Share2 aria-hidden className="size-5" />}
          onClick={() => void share(file)}
        >
          {t('receipt.share')}
        </Button>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="secondary"
          icon={<Download aria-hidden className="size-5" />}
          disabled={!file}
          onClick={() => file && saveFile(file)}
        >
          {t('receipt.save')}
        </Button>
        <CopyButton
          variant="button"
          label={t('receipt.copy_link')}
          text={receipt.url}
          onFailed={(message) => notify('error', message || t('common.copy_failed'))}
        />
      </div>
    </div>
  )
}

/** Drawn in advance: browsers open the share sheet only during a press. */
function usePicture(receipt: Receipt, text: ReceiptText): File | null {
  const [file, setFile] = useState<File | null>(null)
  const words = JSON.stringify(text)
  const { url, transaction_id } = receipt
  useEffect(() => {
    let isCurrent = true
    const isRightToLeft = document.documentElement.dir === 'rtl'
    const draw = async () => {
      const blob = await drawReceipt(JSON.parse(words) as ReceiptText, url, isRightToLeft)
      if (isCurrent) setFile(new File([blob], `receipt-${transaction_id}.png`, { type: 'image/png' }))
    }
    // Without a picture the receipt can still be printed, and its link copied.
    draw().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [words, url, transaction_id])
  return file
}

/** Most desktops can't. */
const canShare = (file: File): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })

/** False after a failure; cancelling is not a failure. */
async function shareFile(file: File, title: string): Promise<boolean> {
  try {
    await navigator.share({ files: [file], title })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // The browser reads the file later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
