/** The codes that transaction IDs are printed as. */
export const FORMATS = ['qr_code', 'code_128'] as const

export type CameraProblem = 'refused' | 'none' | 'busy' | 'insecure' | 'failed'

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

export const problemOf = (error: unknown): CameraProblem => (error instanceof Error && PROBLEMS[error.name]) || 'failed'

/** Browsers hide the camera from pages without TLS. */
export const missingCamera = (): CameraProblem | null =>
  'mediaDevices' in navigator ? null : window.isSecureContext ? 'none' : 'insecure'

/** The camera at the back of a phone, or the one there is. */
export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** The DOM types lack the torch. */
interface TorchCapabilities extends MediaTrackCapabilities {
  readonly torch?: boolean
}
interface TorchConstraints extends MediaTrackConstraintSet {
  readonly torch: boolean
}

export function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks()
  const capabilities: TorchCapabilities | undefined = track?.getCapabilities?.()
  return capabilities?.torch === true
}

export async function switchTorch(stream: MediaStream, isOn: boolean): Promise<void> {
  const wanted: TorchConstraints = { torch: isOn }
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [wanted] })
}
