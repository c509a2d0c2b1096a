import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { FORMATS } from './camera.ts'

// From this server, and not from where the library would fetch it.
prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
})
const detector = new BarcodeDetector({ formats: [...FORMATS] })

/** Takes a picture, answers with the texts of the codes in it. */
addEventListener('message', (event: MessageEvent<ImageData>) => {
  detector.detect(event.data).then(
    (codes) => postMessage({ texts: codes.map(({ rawValue }) => rawValue) }),
    () => postMessage({ texts: null }),
  )
})
