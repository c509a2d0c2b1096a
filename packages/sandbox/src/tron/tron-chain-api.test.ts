import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AGENT, type Answered, OTHER, PAYER, type ServedChain, serveChain, USDT } from './test/serve-chain.ts'

let served: ServedChain

beforeEach(async () => {
  served = await serveChain()
})

afterEach(() => served.close())

const trc20 = async (query = '', account = AGENT) =>
  (await served.getJson(`/v1/accounts/${account}/transactions/trc20?${query}`)).body
const events = async (query = '', contract = USDT) =>
  (await served.getJson(`/v1/contracts/${contract}/events?${query}`)).body
const receipt = async (txid: string, root = 'walletsolidity', more = {}) =>
  (await served.postJson(`/${root}/gettransactioninfobyid`, { value: txid, ...more })).body

const values = ({ data }: Pick<Answered, 'data'>) => data.map(({ value }) => Number(value))

async function sendEach(count: number): Promise<void> {
  for (let units = 1; units <= count; units += 1) {
    await served.chain.send({ to: AGENT, units: BigInt(units) })
    if (units % 3 === 0) await served.chain.mine(1)
  }
  await served.chain.mine(20)
}

describe('a receipt', () => {
  test('holds the published log of 12.5 USDT, and a contract result that says false', async () => {
    const txid = await served.chain.send({ from: PAYER, to: AGENT, units: 12_500_000n })
    await served.chain.mine(20)
    expect(await receipt(txid)).toEqual({
      id: txid,
      fee: expect.any(Number),
      blockNumber: 1,
      blockTimeStamp: served.chain.timestampMs(1),
      contractResult: ['0'.repeat(64)],
      contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
      receipt: expect.objectContaining({ result: 'SUCCESS', energy_usage_total: expect.any(Number) }),
      log: [
        {
          address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
          topics: [
            'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
            '000000000000000000000000b6e708a39781c96bd399c7657780ff9fe9f052a8',
            '000000000000000000000000c8599111f29c1e1e061265b4af93ea1f274ad78a',
          ],
          data: '0000000000000000000000000000000000000000000000000000000000bebc20',
        },
      ],
    })
  })

  test('is empty until its block is there, and for the final view until it is solid', async () => {
    const txid = await served.chain.send({ to: AGENT, units: 1n })
    expect(await receipt(txid, 'wallet')).toEqual({})
    await served.chain.mine(1)
    expect(await receipt(txid, 'wallet')).toMatchObject({ id: txid })
    await served.chain.mine(18)
    expect(await receipt(txid)).toEqual({})
    await served.chain.mine(1)
    expect(await receipt(txid)).toMatchObject({ id: txid, blockNumber: 1 })
    expect(await receipt('0'.repeat(64))).toEqual({})
  })

  test('is gone with a transaction that was dropped', async () => {
    const txid = await served.chain.send({ to: AGENT, units: 1n })
    await served.chain.mine(5)
    await served.chain.drop(txid)
    await served.chain.mine(20)
    expect([await receipt(txid, 'wallet'), await receipt(txid)]).toEqual([{}, {}])
    expect((await trc20()).data).toEqual([])
  })

  test('has a log for each transfer of its transaction, fake ones under their own contract', async () => {
    const txid = await served.chain.sendMany([
      { to: AGENT, units: 5n },
      { to: AGENT, units: 7n },
      { to: OTHER, units: 9n, token: 'fake' },
    ])
    await served.chain.mine(20)
    const { log, contract_address } = await receipt(txid)
    expect(log.map(({ address, data }) => [address, Number(`0x${data}`)])).toEqual([
      ['a614f803b6fd780986a42c78ec9c7f77e6ded13c', 5],
      ['a614f803b6fd780986a42c78ec9c7f77e6ded13c', 7],
      ['fa'.repeat(20), 9],
    ])
    expect(contract_address).not.toContain('a614f803')
  })

  test('of a failed transfer says so twice and has no log', async () => {
    const txid = await served.chain.send({ to: AGENT, units: 1n, fails: true })
    await served.chain.mine(20)
    const failed = await receipt(txid)
    expect(failed).toMatchObject({ result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } })
    expect(failed).not.toHaveProperty('log')
    expect((await trc20()).data).toEqual([])
    expect((await events()).data).toEqual([])
  })

  test('has addresses as text when they are to be visible', async () => {
    const txid = await served.chain.send({ to: AGENT, units: 1n })
    await served.chain.mine(20)
    expect(await receipt(txid, 'walletsolidity', { visible: true })).toMatchObject({
      contract_address: USDT,
      log: [{ address: USDT }],
    })
  })
})

describe('blocks', () => {
  test('are answered up to the head, and finally up to the solid one', async () => {
    await served.chain.mine(25)
    const now = async (root: string) =>
      (await served.postJson(`/${root}/getnowblock`)).body.block_header.raw_data.number
    expect([await now('wallet'), await now('walletsolidity')]).toEqual([25, 6])
    const byNumber = async (root: string, num: number) =>
      (await served.postJson(`/${root}/getblockbynum`, { num })).body
    expect(await byNumber('walletsolidity', 7)).toEqual({})
    expect(await byNumber('wallet', 26)).toEqual({})
    expect((await byNumber('wallet', 7)).block_header.raw_data.parentHash).toBe((await byNumber('wallet', 6)).blockID)
    expect((await served.getJson('/wallet/getnowblock')).body.blockID).toMatch(/^0000000000000019/)
  })

  test('hold the calls of their transactions, and have a list of receipts', async () => {
    const txid = await served.chain.send({ from: PAYER, to: AGENT, units: 12_500_000n })
    await served.chain.mine(20)
    const { body } = await served.postJson('/walletsolidity/getblockbynum', { num: 1 })
    expect(body.transactions).toMatchObject([
      {
        txID: txid,
        ret: [{ contractRet: 'SUCCESS' }],
        raw_data: {
          contract: [
            {
              type: 'TriggerSmartContract',
              parameter: {
                value: {
                  owner_address: '41b6e708a39781c96bd399c7657780ff9fe9f052a8',
                  contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
                  data: expect.stringMatching(/^a9059cbb.{64}.{58}bebc20$/),
                },
              },
            },
          ],
        },
      },
    ])
    const receipts = async (num: number) =>
      (await served.postJson('/walletsolidity/gettransactioninfobyblocknum', { num })).body
    expect(await receipts(1)).toEqual([await receipt(txid)])
    expect([await receipts(0), await receipts(2), await receipts(99)]).toEqual([{}, [], []])
    expect((await served.postJson('/wallet/getblockbynum', { num: 2 })).body).not.toHaveProperty('transactions')
  })

  test('asked for with a broken body are answered 200 with an error', async () => {
    const response = await fetch(`${served.base}/wallet/getblockbynum`, { method: 'POST', body: '{"num":' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ Error: expect.any(String) })
  })
})

describe('the listing of an account', () => {
  test('has exactly the fields of the provider', async () => {
    const txid = await served.chain.send({ from: PAYER, to: AGENT, units: 12_500_000n })
    await served.chain.mine(20)
    expect(await trc20('only_confirmed=true')).toEqual({
      data: [
        {
          transaction_id: txid,
          token_info: { symbol: 'USDT', address: USDT, decimals: 6, name: 'Tether USD' },
          block_timestamp: served.chain.timestampMs(1),
          from: PAYER,
          to: AGENT,
          type: 'Transfer',
          value: '12500000',
        },
      ],
      success: true,
      meta: { at: expect.any(Number), page_size: 1 },
    })
  })

  test.each(['asc', 'desc'])('visits everything once by fingerprint, %s', async (direction) => {
    await sendEach(11)
    await served.chain.sendMany([
      { to: AGENT, units: 12n },
      { to: AGENT, units: 13n },
    ])
    await served.chain.mine(20)
    const query = `only_confirmed=true&only_to=true&order_by=block_timestamp,${direction}&limit=3`
    const seen: number[] = []
    let url: string | undefined = `${served.base}/v1/accounts/${AGENT}/transactions/trc20?${query}`
    for (let pages = 1; url !== undefined; pages += 1) {
      const page = (await (await fetch(url)).json()) as Answered
      seen.push(...values(page))
      // What comes in the meantime changes nothing of the pages still to come.
      if (direction === 'desc') {
        await served.chain.send({ to: AGENT, units: 99n })
        await served.chain.mine(20)
      }
      expect(page.meta.fingerprint === undefined).toBe(pages === 5)
      url = page.meta.links?.next
    }
    const all = Array.from({ length: 13 }, (_, index) => index + 1)
    expect(seen).toEqual(direction === 'asc' ? all : all.toReversed())
  })

  test('refuses a fingerprint of other filters, or an unknown one', async () => {
    await sendEach(3)
    const { meta } = await trc20('limit=1&only_to=true')
    const path = `/v1/accounts/${AGENT}/transactions/trc20?limit=1`
    for (const wrong of [`&fingerprint=${meta.fingerprint}`, '&only_to=true&fingerprint=abc']) {
      expect(await served.getJson(path + wrong)).toMatchObject({ status: 400, body: { success: false } })
    }
    expect((await trc20(`limit=2&only_to=true&fingerprint=${meta.fingerprint}`)).data).toHaveLength(2)
  })

  test('lists what is not confirmed too, unless asked otherwise', async () => {
    await served.chain.send({ to: AGENT, units: 1n })
    await served.chain.mine(19)
    await served.chain.send({ to: AGENT, units: 2n })
    await served.chain.mine(1)
    expect(values(await trc20())).toEqual([2, 1])
    expect(values(await trc20('only_confirmed=true'))).toEqual([1])
    expect(values(await trc20('only_unconfirmed=true'))).toEqual([2])
  })

  test('keeps to direction, contract and time', async () => {
    await served.chain.send({ from: PAYER, to: AGENT, units: 1n })
    await served.chain.mine(1)
    await served.chain.send({ from: AGENT, to: PAYER, units: 2n })
    await served.chain.send({ to: AGENT, units: 3n, token: 'fake' })
    await served.chain.mine(1)
    const [first, second] = [served.chain.timestampMs(1), served.chain.timestampMs(2)]
    expect(values(await trc20('only_to=true'))).toEqual([3, 1])
    expect(values(await trc20('only_from=true'))).toEqual([2])
    expect(values(await trc20(`contract_address=${USDT}`))).toEqual([2, 1])
    expect(values(await trc20(`max_timestamp=${first}`))).toEqual([1])
    expect(values(await trc20(`min_timestamp=${second}`))).toEqual([3, 2])
    expect(values(await trc20('', OTHER))).toEqual([])
    const [fake] = (await trc20('only_to=true')).data
    expect(fake?.token_info).toMatchObject({ symbol: 'USDT', name: 'Tether USD', decimals: 6 })
    expect(fake?.token_info.address).not.toBe(USDT)
  })

  test('has 20 rows unless asked for more, and never more than 200', async () => {
    await served.chain.sendMany(Array.from({ length: 201 }, () => ({ to: AGENT, units: 1n })))
    await served.chain.mine(1)
    expect((await trc20()).data).toHaveLength(20)
    expect((await trc20('limit=500')).data).toHaveLength(200)
  })

  test('refuses what is no address in the words of the provider', async () => {
    expect(await served.getJson(`/v1/accounts/${AGENT.toLowerCase()}/transactions/trc20`)).toEqual({
      status: 400,
      body: { success: false, error: 'A valid account address is required.', statusCode: 400 },
    })
  })

  test.each(['limit=0', 'limit=-1', 'limit=x', 'order_by=value,asc', 'min_timestamp=soon', 'contract_address=0x00'])(
    'refuses %s',
    async (query) => {
      const { status } = await served.getJson(`/v1/accounts/${AGENT}/transactions/trc20?${query}`)
      expect(status).toBe(400)
    },
  )
})

describe('the events of a contract', () => {
  test('have exactly the fields of the provider, and say when they are not confirmed', async () => {
    const txid = await served.chain.sendMany([
      { from: PAYER, to: OTHER, units: 1n },
      { from: PAYER, to: AGENT, units: 12_500_000n },
    ])
    await served.chain.mine(1)
    const [from, to] = ['0xb6e708a39781c96bd399c7657780ff9fe9f052a8', '0xc8599111f29c1e1e061265b4af93ea1f274ad78a']
    const row = {
      block_number: 1,
      block_timestamp: served.chain.timestampMs(1),
      caller_contract_address: USDT,
      contract_address: USDT,
      event_index: 1,
      event_name: 'Transfer',
      result: { '0': from, '1': to, '2': '12500000', from, to, value: '12500000' },
      result_type: { from: 'address', to: 'address', value: 'uint256' },
      event: 'Transfer(address indexed from, address indexed to, uint256 value)',
      transaction_id: txid,
    }
    expect((await events('limit=1')).data).toEqual([{ ...row, _unconfirmed: true }])
    await served.chain.mine(19)
    expect((await events('limit=1&only_confirmed=true')).data).toEqual([row])
  })

  test('keep to name, block, time and contract, and go on by fingerprint', async () => {
    await sendEach(7)
    await served.chain.send({ to: AGENT, units: 100n, token: 'fake' })
    await served.chain.mine(1)
    const amounts = async (query: string) =>
      (await events(`order_by=block_timestamp,asc&${query}`)).data.map(({ result }) => Number(result.value))
    expect(await amounts('event_name=Transfer')).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await amounts('event_name=Approval')).toEqual([])
    expect(await amounts('block_number=2')).toEqual([4, 5, 6])
    expect(await amounts(`min_block_timestamp=${served.chain.timestampMs(3)}`)).toEqual([7])
    expect(await amounts(`max_block_timestamp=${served.chain.timestampMs(1)}`)).toEqual([1, 2, 3])
    const { meta } = await events('order_by=block_timestamp,asc&limit=5')
    expect(await amounts(`limit=5&fingerprint=${meta.fingerprint}`)).toEqual([6, 7])
    expect((await events('', served.chain.contracts.fake)).data).toHaveLength(1)
  })
})
