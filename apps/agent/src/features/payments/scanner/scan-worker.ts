import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { FORMATS } from './camera.ts'

// From this server instead of the library's CDN.
prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
})
const detector = new BarcodeDetector({ formats: [...FORMATS] })

addEventListener('message', (event: MessageEvent<ImageData>) => {
  detector.detect(event.data).then(
    (codes) => postMessage({ texts: codes.map(({ rawValue }) => rawValue) }),
    () => postMessage({ texts: null }),
  )
})
