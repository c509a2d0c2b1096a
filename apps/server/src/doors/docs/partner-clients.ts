import type { Example } from './in-languages.ts'

const curl = String.raw`# cashbox METHOD PATH [BODY]
cashbox() {
  local target="/partner/v1$2" id timestamp key signature
  id=$(openssl rand -hex 16)
  timestamp=$(date +%s)
  key=$(printf %s "${'${CASHBOX_KEY_SECRET#whsec_}'}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
  signature=$(printf 'v2\n%s\n%s\n%s\n%s\n%s' "$1" "$target" "$id" "$timestamp" "$3" |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
  curl -sS -X "$1" "$CASHBOX_URL$target" -H "cashbox-key: $CASHBOX_KEY" -H "webhook-id: $id" \
    -H "webhook-timestamp: $timestamp" -H "webhook-signature: v2,$signature" \
    ${`\${3:+-H 'content-type: application/json' --data-binary "$3"}`}
}`

const javascript = String.raw`import { createHmac, randomUUID } from 'node:crypto'

const { CASHBOX_URL, CASHBOX_KEY, CASHBOX_KEY_SECRET } = process.env

async function call(method, path, data) {
  const body = data === undefined ? '' : JSON.stringify(data)
  const url = new URL('/partner/v1' + path, CASHBOX_URL)
  const id = randomUUID()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const text = ['v2', method, url.pathname + url.search, id, timestamp, body].join('\n')
  const key = Buffer.from(CASHBOX_KEY_SECRET.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(text).digest('base64')
  const response = await fetch(url, {
    method,
    headers: {
      'cashbox-key': CASHBOX_KEY,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': 'v2,' + signature,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  })
  const answer = await response.json()
  if (!response.ok) throw Object.assign(new Error(answer.message), answer)
  return answer.payload
}`

const python = String.raw`import base64, hashlib, hmac, json, os, time, urllib.request, uuid

def call(method, path, data=None):
    body = b"" if data is None else json.dumps(data).encode()
    target = "/partner/v1" + path
    request_id, timestamp = str(uuid.uuid4()), str(int(time.time()))
    text = "\n".join(["v2", method, target, request_id, timestamp, ""]).encode() + body
    key = base64.b64decode(os.environ["CASHBOX_KEY_SECRET"].removeprefix("whsec_"))
    signature = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    request = urllib.request.Request(os.environ["CASHBOX_URL"] + target, method=method, data=body or None, headers={
        "cashbox-key": os.environ["CASHBOX_KEY"],
        "webhook-id": request_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": "v2," + signature,
        **({"content-type": "application/json"} if body else {}),
    })
    with urllib.request.urlopen(request) as response:
        return json.load(response)["payload"]`

const php = String.raw`<?php
function call(string $method, string $path, ?array $data = null): array {
    $body = $data === null ? '' : json_encode($data, JSON_UNESCAPED_UNICODE);
    $target = '/partner/v1' . $path;
    $id = bin2hex(random_bytes(16));
    $timestamp = (string) time();
    $text = implode("\n", ['v2', $method, $target, $id, $timestamp, $body]);
    $key = base64_decode(substr(getenv('CASHBOX_KEY_SECRET'), strlen('whsec_')));
    $signature = base64_encode(hash_hmac('sha256', $text, $key, true));
    $headers = [
        'cashbox-key: ' . getenv('CASHBOX_KEY'),
        'webhook-id: ' . $id,
        'webhook-timestamp: ' . $timestamp,
        'webhook-signature: v2,' . $signature,
    ];
    if ($body !== '') $headers[] = 'content-type: application/json';
    $context = stream_context_create(['http' => [
        'method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true,
    ]]);
    $answer = json_decode(file_get_contents(getenv('CASHBOX_URL') . $target, false, $context), true);
    if (!isset($answer['payload'])) throw new RuntimeException($answer['code'] . ': ' . $answer['message']);
    return $answer['payload'];
}`

const go = String.raw`import (
  "bytes"; "crypto/hmac"; "crypto/rand"; "crypto/sha256"; "encoding/base64"; "encoding/hex"; "encoding/json"
  "fmt"; "net/http"; "os"; "strconv"; "strings"; "time"
)

func call(method, path string, data any) (map[string]any, error) {
  body := []byte{}
  if data != nil { body, _ = json.Marshal(data) }
  random := make([]byte, 16)
  if _, err := rand.Read(random); err != nil { return nil, err }
  target, id, timestamp := "/partner/v1"+path, hex.EncodeToString(random), strconv.FormatInt(time.Now().Unix(), 10)
  key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("CASHBOX_KEY_SECRET"), "whsec_"))
  mac := hmac.New(sha256.New, key)
  fmt.Fprintf(mac, "v2\n%s\n%s\n%s\n%s\n%s", method, target, id, timestamp, body)
  request, _ := http.NewRequest(method, os.Getenv("CASHBOX_URL")+target, bytes.NewReader(body))
  request.Header.Set("cashbox-key", os.Getenv("CASHBOX_KEY"))
  request.Header.Set("webhook-id", id)
  request.Header.Set("webhook-timestamp", timestamp)
  request.Header.Set("webhook-signature", "v2,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
  if data != nil { request.Header.Set("content-type", "application/json") }
  response, err := http.DefaultClient.Do(request)
  if err != nil { return nil, err }
  defer response.Body.Close()
  var answer map[string]any
  err = json.NewDecoder(response.Body).Decode(&answer)
  return answer, err
}`

/** A function that signs and makes a call, in each language. */
export const partnerClients: readonly Example[] = [
  { language: 'curl', code: curl },
  { language: 'JavaScript', code: javascript },
  { language: 'Python', code: python },
  { language: 'PHP', code: php },
  { language: 'Go', code: go },
]
