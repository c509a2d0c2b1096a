/** Whether the device can hand a picture to other apps. Desktops mostly can't. */
export const canShare = (file: File): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })

/** False if it failed; a person who changes their mind has not failed. */
export async function shareFile(file: File, title: string): Promise<boolean> {
  try {
    await navigator.share({ files: [file], title })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // The browser reads it after this press.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
