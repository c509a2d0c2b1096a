import type { Example } from './in-languages.ts'

const curl = String.raw`# cashbox METHOD PATH [BODY]
cashbox() {
  curl -sS -X "$1" "$CASHBOX_URL/operator/v1$2" -b cookies.txt -c cookies.txt -H 'x-cashbox-console: 1' \
    ${`\${3:+-H 'content-type: application/json' --data-binary "$3"}`}
}

cashbox POST /session "{\"email\":\"$CASHBOX_EMAIL\",\"password\":\"$CASHBOX_PASSWORD\"}"`

const javascript = String.raw`const { CASHBOX_URL, CASHBOX_EMAIL, CASHBOX_PASSWORD } = process.env
let cookie = ''

async function call(method, path, data) {
  const response = await fetch(new URL('/operator/v1' + path, CASHBOX_URL), {
    method,
    headers: { cookie, 'x-cashbox-console': '1', ...(data && { 'content-type': 'application/json' }) },
    ...(data && { body: JSON.stringify(data) }),
  })
  const session = response.headers.getSetCookie().find((one) => /^(__Host-)?cashbox-operator=/.test(one))
  if (session) cookie = session.split(';')[0]
  const answer = await response.json()
  if (!response.ok) throw Object.assign(new Error(answer.message), answer)
  return answer.payload
}

await call('POST', '/session', { email: CASHBOX_EMAIL, password: CASHBOX_PASSWORD })`

const python = String.raw`import http.cookiejar, json, os, urllib.request

opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

def call(method, path, data=None):
    request = urllib.request.Request(
        os.environ["CASHBOX_URL"] + "/operator/v1" + path,
        method=method,
        data=None if data is None else json.dumps(data).encode(),
        headers={"x-cashbox-console": "1", "content-type": "application/json"},
    )
    with opener.open(request) as response:
        return json.load(response)["payload"]

call("POST", "/session", {"email": os.environ["CASHBOX_EMAIL"], "password": os.environ["CASHBOX_PASSWORD"]})`

const php = String.raw`<?php
$curl = curl_init();
curl_setopt_array($curl, [CURLOPT_COOKIEFILE => '', CURLOPT_RETURNTRANSFER => true]);

function call(string $method, string $path, ?array $data = null): array {
    global $curl;
    curl_setopt($curl, CURLOPT_URL, getenv('CASHBOX_URL') . '/operator/v1' . $path);
    curl_setopt($curl, CURLOPT_CUSTOMREQUEST, $method);
    curl_setopt($curl, CURLOPT_HTTPHEADER, ['x-cashbox-console: 1', 'content-type: application/json']);
    curl_setopt($curl, CURLOPT_POSTFIELDS, $data === null ? '' : json_encode($data));
    $answer = json_decode(curl_exec($curl), true);
    if (!isset($answer['payload'])) throw new RuntimeException($answer['code'] . ': ' . $answer['message']);
    return $answer['payload'];
}

call('POST', '/session', ['email' => getenv('CASHBOX_EMAIL'), 'password' => getenv('CASHBOX_PASSWORD')]);`

const go = String.raw`import ("bytes"; "encoding/json"; "fmt"; "net/http"; "net/http/cookiejar"; "os")

var jar, _ = cookiejar.New(nil)
var client = &http.Client{Jar: jar}

func call(method, path string, data any) (map[string]any, error) {
  body := []byte{}
  if data != nil { body, _ = json.Marshal(data) }
  request, _ := http.NewRequest(method, os.Getenv("CASHBOX_URL")+"/operator/v1"+path, bytes.NewReader(body))
  request.Header.Set("x-cashbox-console", "1")
  if data != nil { request.Header.Set("content-type", "application/json") }
  response, err := client.Do(request)
  if err != nil { return nil, err }
  defer response.Body.Close()
  var answer map[string]any
  err = json.NewDecoder(response.Body).Decode(&answer)
  return answer, err
}

// First: call("POST", "/session", map[string]any{"email": …, "password": …})`

/** A function that logs in and makes a call, in each language. */
export const operatorClients: readonly Example[] = [
  { language: 'curl', code: curl },
  { language: 'JavaScript', code: javascript },
  { language: 'Python', code: python },
  { language: 'PHP', code: php },
  { language: 'Go', code: go },
]
