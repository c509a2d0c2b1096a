import { describe, expect, test } from 'vitest'
import { profitOf } from './profit.ts'

const shares = (depositFee: bigint, withdrawFee: bigint) => {
  const { depositsPercent, payoutsPercent } = profitOf({ depositFee, withdrawFee })
  return [depositsPercent, payoutsPercent]
}

describe('profit', () => {
  test('the total is the sum of the deposit and the withdraw fees', () => {
    expect(profitOf({ depositFee: 12_345n, withdrawFee: 55n })).toMatchObject({
      total: 12_400n,
      deposits: 12_345n,
      payouts: 55n,
    })
  })

  test.each([
    [1n, 1n, [50, 50]],
    [1n, 2n, [33.33, 66.67]],
    [300n, 0n, [100, 0]],
    [0n, 300n, [0, 100]],
    [1n, 99_999n, [0, 100]],
    [5n, 99_995n, [0.01, 100]],
  ])('fees of %s and %s are shares of %j percent of the total', (depositFee, withdrawFee, percent) => {
    expect(shares(depositFee, withdrawFee)).toEqual(percent)
  })

  test('without fees both shares are 0', () => {
    expect(shares(0n, 0n)).toEqual([0, 0])
  })

  test('a sum beyond what a floating-point number can hold keeps every cent', () => {
    const { total } = profitOf({ depositFee: 9_007_199_254_740_993n, withdrawFee: 1n })
    expect(total).toBe(9_007_199_254_740_994n)
    expect(shares(10n ** 30n, 2n * 10n ** 30n)).toEqual([33.33, 66.67])
  })
})
