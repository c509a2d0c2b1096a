import type { Receipt } from '@cashbox/contract'
import { qrPath } from '@cashbox/ui'
import type { useTranslations } from 'use-intl'
import { formatDateTime, formatMoney } from '../../platform/time/formats.ts'

/** Sharp on a phone, and small enough to send: about 60 kB. */
const WIDTH = 720
const MARGIN = 48
const QR_SIZE = 320
const FONT = 'system-ui, sans-serif'

interface Pen {
  readonly context: CanvasRenderingContext2D
  readonly isRightToLeft: boolean
  y: number
}

/** Drawn in the browser, so that sharing needs no call. */
export async function drawReceipt(text: ReceiptText, url: string, isRightToLeft: boolean): Promise<Blob> {
  // The first pass measures the height.
  const height = draw(createCanvas(WIDTH), text, url, isRightToLeft)
  const canvas = createCanvas(height)
  draw(canvas, text, url, isRightToLeft)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png')
  })
}

function createCanvas(height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = height
  return canvas
}

function draw(canvas: HTMLCanvasElement, text: ReceiptText, url: string, isRightToLeft: boolean): number {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, WIDTH, canvas.height)
  context.fillStyle = '#000000'
  const pen: Pen = { context, isRightToLeft, y: MARGIN }
  writeCentred(pen, text.network, 36, 700)
  writeCentred(pen, text.title, 28, 400)
  writeCentred(pen, text.amount, 52, 700)
  for (const warning of text.warnings) writeCentred(pen, `! ${warning}`, 28, 700)
  rule(pen)
  for (const { name, value } of text.lines) writeLine(pen, name, value)
  rule(pen)
  drawQr(pen, url)
  writeCentred(pen, text.check, 24, 400)
  writeCentred(pen, text.address, 24, 400)
  return pen.y + MARGIN
}

function writeCentred(pen: Pen, text: string, size: number, weight: number) {
  setFont(pen, size, weight)
  pen.context.textAlign = 'center'
  writeWrapped(pen, text, WIDTH / 2, size)
}

function writeLine(pen: Pen, name: string, value: string) {
  const start = pen.isRightToLeft ? WIDTH - MARGIN : MARGIN
  setFont(pen, 24, 400)
  pen.context.textAlign = 'start'
  writeWrapped(pen, name, start, 24)
  setFont(pen, 28, 600)
  // Isolated, so that an ID reads left to right but aligns with its name.
  writeWrapped(pen, `\u2068${value}\u2069`, start, 28)
  pen.y += 8
}

function setFont({ context, isRightToLeft }: Pen, size: number, weight: number) {
  context.font = `${weight} ${size}px ${FONT}`
  context.direction = isRightToLeft ? 'rtl' : 'ltr'
  context.textBaseline = 'top'
}

function writeWrapped(pen: Pen, text: string, x: number, size: number) {
  for (const line of wrap(pen.context, text)) {
    pen.context.fillText(line, x, pen.y, WIDTH - 2 * MARGIN)
    pen.y += Math.round(size * 1.35)
  }
}

function wrap(context: CanvasRenderingContext2D, text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && context.measureText(longer).width <= WIDTH - 2 * MARGIN) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function rule(pen: Pen) {
  const { context } = pen
  pen.y += 12
  context.setLineDash([8, 8])
  context.lineWidth = 2
  context.beginPath()
  context.moveTo(MARGIN, pen.y)
  context.lineTo(WIDTH - MARGIN, pen.y)
  context.stroke()
  pen.y += 20
}

function drawQr(pen: Pen, url: string) {
  const { context } = pen
  const { size, path } = qrPath(url)
  context.save()
  context.translate((WIDTH - QR_SIZE) / 2, pen.y)
  context.scale(QR_SIZE / size, QR_SIZE / size)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas and no array
  context.fill(new Path2D(path))
  context.restore()
  pen.y += QR_SIZE
}

type ReceiptWords = ReturnType<typeof useTranslations<'receipt'>>

export type ReceiptText = ReturnType<typeof receiptText>

/** The same text on paper and in the picture. */
export function receiptText(receipt: Receipt, t: ReceiptWords, language: string) {
  const time = (seconds: number) => formatDateTime(seconds, receipt.timezone, language)
  const zone = receipt.timezone.replaceAll('_', ' ')
  const { reversed_at } = receipt
  return {
    network: receipt.network,
    title: t(receipt.type),
    amount: `${formatMoney(receipt.amount)} ${receipt.currency_code}`,
    warnings: [...(reversed_at === null ? [] : [t('reversed')]), ...(receipt.is_demo ? [t('demo')] : [])],
    lines: [
      { name: t('time'), value: `${time(receipt.finished_at)} (${zone})` },
      ...(reversed_at === null ? [] : [{ name: t('reversed_at'), value: `${time(reversed_at)} (${zone})` }]),
      { name: t('transaction_id'), value: receipt.transaction_id },
      { name: t('player'), value: receipt.customer },
      { name: t('point'), value: [receipt.cash_id, receipt.city].filter(Boolean).join(', ') },
      { name: t('code'), value: receipt.code },
    ],
    check: t('check'),
    /** Without https://, as people type it. */
    address: receipt.url.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, ''),
  }
}
