import { describe, expect, test } from 'vitest'
import { deriveTronAddress, isAccountXpub, SANDBOX_XPUB } from './tron-address.ts'

describe('a Tron address', () => {
  test.each([
    [0, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
    [1, 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK'],
    [2, 'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx'],
    [3, 'TRhVWK5XEDkQBDevcdCWW7RW51aRncty4W'],
    [4, 'TT2X2yyubp7qpAWYYNE5JQWBtoZ7ikQFsY'],
  ])('at 0/%i equals the published vector', (index, address) => {
    expect(deriveTronAddress(SANDBOX_XPUB, index)).toBe(address)
  })

  test('is never one of the branch for change, nor of another account', () => {
    const derived = Array.from({ length: 50 }, (_, index) => deriveTronAddress(SANDBOX_XPUB, index))
    expect(new Set(derived).size).toBe(50)
    expect(derived).not.toContain('THLNguYKN3S8RUzVyi9ErynW4YmXLU5c8n')
    expect(derived).not.toContain('TLrpNTBuCpGMrB9TyVwgEhNVRhtWEQPHh4')
  })

  test('is derived from public keys only', () => {
    expect(isAccountXpub(SANDBOX_XPUB)).toBe(true)
    expect(isAccountXpub('xpub-that-is-none')).toBe(false)
    expect(
      isAccountXpub(
        'xprv9s21ZrQH143K3GJpoapnV8SFfukcVBSfeCficPSGfubmSFDxo1kuHnLisriDvSnRRuL2Qrg5ggqHKNVpxR86QEC8w35uxmGoggxtQTPvfUu',
      ),
    ).toBe(false)
  })
})
