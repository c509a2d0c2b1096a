import { type LiveTopic, liveTopics } from '@cashbox/contract'

/** Parses server-sent events. Comments and unknown topics are skipped. */
export async function* readChanges(stream: ReadableStream<Uint8Array>): AsyncGenerator<readonly LiveTopic[]> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (unread + decoder.decode(value, { stream: true })).split('\n\n')
    unread = blocks.pop() ?? ''
    for (const block of blocks) {
      const topics = topicsIn(block)
      if (topics.length > 0) yield topics
    }
  }
}

function topicsIn(block: string): readonly LiveTopic[] {
  const data = block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .join('\n')
  if (data === '') return []
  try {
    const { topics } = JSON.parse(data) as { topics?: readonly unknown[] }
    return liveTopics.filter((topic) => topics?.includes(topic))
  } catch {
    return []
  }
}
