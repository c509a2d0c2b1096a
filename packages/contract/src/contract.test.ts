import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deviceName } from './agent/account.ts'
import { neededAmount, receivedAmount } from './agent/topup-amount.ts'
import { lines, pastedText, text } from './fields.ts'
import { agentApi, distanceM, formatMinor, hasBlock, languageOf, parseMinor, passwordRule } from './index.ts'
import { operatorApi } from './operator/index.ts'
import { partnerApi } from './partner/index.ts'
import { Day } from './partner/reconciliation.ts'

describe('a text', () => {
  const name = text(40)
  const hiding = ['\u202Eabc', 'a\u200Bb', 'a\u2066b', 'a\u00ADb', 'a\uFEFFbc', 'a\u{E0041}b', 'a\u3164b', 'a\u061Cb']
  test.each([...hiding, 'a\u034Fb', 'a\u17B4b', '\u200C', '\u200D\uFE0F'])(
    'with letters that no one sees is refused: %j',
    (written) => {
      for (const field of [name, lines(40)])
        expect(field.safeParse(written).error?.issues).toMatchObject([{ message: 'invisible_letter' }])
    },
  )

  test('of one line has no line end of any kind', () => {
    for (const end of ['\n', '\r', '\u0085', '\u2028', '\u2029'])
      expect(name.safeParse(`a${end}b`).error?.issues).toMatchObject([{ message: 'invalid' }])
    expect(lines(40).parse('a\r\nb\u2028c')).toBe('a\nb\nc')
  })

  test.each(['می\u200Cخواهم', '👨\u200D👩\u200D👧', '❤\uFE0F', '葛\u{E0100}城', 'عمان', "l'été – ok"])(
    'may be written in any script: %s',
    (written) => {
      expect(name.parse(written)).toBe(written.normalize('NFC'))
    },
  )

  // Secrets are compared as they are typed, keys and names of columns with those that there are.
  const NEVER_READ = /password|^code$|^token$|^public_key$|^user_agent$|^endpoint$|^table$|^columns$/
  test.each(
    [agentApi, operatorApi, partnerApi.map(([endpoint]) => endpoint)]
      .flat()
      .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('of %s hides nothing from its readers', (_path, { input }) => {
    const fields = Object.entries((input as unknown as { shape?: Record<string, typeof input> }).shape ?? {})
    const written = (field: (typeof fields)[number][1], value: string) => field.safeParse(value)
    const hiding = fields.filter(
      ([, field]) =>
        ['as agreed', 'Aziza'].some((plain) => written(field, plain).success) &&
        ['\u202E', '\u200B', '\u2066'].some((letter) => {
          const { success, data } = written(field, `Aziza${letter}Karimova`)
          return success && String(data).includes(letter)
        }),
    )
    expect(hiding.map(([name]) => name).filter((name) => !NEVER_READ.test(name))).toEqual([])
  })

  test('that is pasted loses the marks around it', () => {
    expect(pastedText(40).parse('\u202A+998 90 123 45 67\u202C')).toBe('+998 90 123 45 67')
  })
})

describe('money', () => {
  test.each([
    ['0', 0n],
    ['1250.5', 125_050n],
    ['1250.50', 125_050n],
    ['999999999999.99', 99_999_999_999_999n],
  ])('%s is read exactly', (text, minor) => {
    expect(parseMinor(text)).toBe(minor)
  })

  test.each(['', '-1', '1.005', '1e3', '1,5', '.5', '5.', ' 1', '1000000000000', 'NaN', '٣', '0x1'])(
    '"%s" is not an amount',
    (text) => {
      expect(parseMinor(text)).toBeNull()
    },
  )

  test.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [125_050n, '1250.50'],
    [-123_456_789n, '-1234567.89'],
  ])('%i is written with two decimals', (minor, text) => {
    expect(formatMinor(minor)).toBe(text)
  })
})

test.each([
  [0, 0, 0.001, 0, 111.194927],
  [41.2995, 69.2401, 41.3004, 69.2401, 100.075434],
  [0, 179.999, 0, -179.999, 222.389853],
  [0, 0, 0, 180, 20015086.796021],
])('the great circle from %d,%d to %d,%d is %d m', (lat1, lon1, lat2, lon2, metres) => {
  expect(distanceM({ latitude: lat1, longitude: lon1 }, { latitude: lat2, longitude: lon2 })).toBeCloseTo(metres, 5)
})

test.each([
  ['Abc123', true],
  ['abc12!', true],
  ['ABC12!', true],
  ['Abcdef', false],
  ['Ab1!', false],
  ['abcdef1', false],
  ['Пароль1', true],
  ['كلمةسر1!', true],
])('the password "%s" keeps the rule: %s', (password, isGood) => {
  expect(passwordRule(password)).toBe(isGood)
})

test('pending, rejected and blocked agents have a block, the others not', () => {
  const statuses = ['approved', 'pending', 'suspended', 'rejected', 'blocked'] as const
  expect(statuses.filter(hasBlock)).toEqual(['pending', 'rejected', 'blocked'])
})

test('a language tag leads to a language we speak', () => {
  expect(['ru-RU', 'AR', 'xx', undefined].map(languageOf)).toEqual(['ru', 'ar', 'en', 'en'])
})

test('an operator call is public exactly when anyone may make it', () => {
  const ofAnyone = operatorApi.filter(({ roles }) => roles === 'anyone')
  expect(operatorApi.filter(({ access }) => access === 'public')).toEqual(ofAnyone)
})

test('no two calls share a method and a path', () => {
  const names = agentApi.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
})

test.each(['0000-01-01', '2026-02-30', '26-1-1'])('%s is not a day', (text) => {
  expect(Day.safeParse(text).success).toBe(false)
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge, Windows',
  ],
  ['curl/8.5.0', null],
  [null, null],
])('%s is called %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))

describe('what arrives', () => {
  test.each([
    ['100', '12650.50', '0', '1265050.00'],
    ['10', '12650.50', '1.5', '128402.57'],
    ['10', '12650.50', '-2.25', '123658.63'],
    ['0.000001', '12650.50', '0', '0.01'],
    ['0.000001', '41.3725', '0', '0.00'],
    ['33.333333', '41.3725', '0', '1379.08'],
    ['0.1', '0.3', '0', '0.03'],
    ['1.005', '100', '0', '100.50'],
    ['0', '12650.50', '0', '0.00'],
    ['25.50', '1', '100', '51.00'],
    ['999999999999.999999', '12700.2575', '0', '12700257499999999.98'],
  ])('for %s at %s with an offset of %s is %s', (sent, rate, offset, received) => {
    expect(receivedAmount(sent, rate, offset)).toBe(received)
  })

  test('is rounded down, never up', () => {
    expect(receivedAmount('1', '0.999999', '0')).toBe('0.99')
    expect(receivedAmount('1', '1', '-0.0001')).toBe('0.99')
  })
})

describe('what is needed', () => {
  test.each([
    ['1265050.00', '12650.50', '0', 6, '100.000000'],
    ['1000', '12650.50', '0', 6, '0.079049'],
    ['1000', '12650.50', '0', 2, '0.08'],
    ['1000', '12650.50', '1.5', 6, '0.077881'],
    ['0.01', '41.3725', '0', 2, '0.01'],
    ['0', '41.3725', '0', 6, '0.000000'],
    ['7', '3', '0', 0, '3'],
    ['0.001', '1', '0', 2, '0.01'],
  ])('for %s at %s with an offset of %s and %i decimals, is %s', (received, rate, offset, decimals, sent) => {
    expect(neededAmount(received, rate, offset, decimals)).toBe(sent)
  })
})

describe('there is no answer', () => {
  test.each([
    '',
    ' ',
    '.',
    '5.',
    '.5',
    '-1',
    '1e3',
    '1,5',
    'ten',
    'NaN',
    'Infinity',
    '0x10',
    '٣',
    '1.2.3',
    '9'.repeat(31),
  ])('for an amount of "%s"', (amount) => {
    expect(receivedAmount(amount, '12650.50', '0')).toBeNull()
    expect(neededAmount(amount, '12650.50', '0', 6)).toBeNull()
  })

  test.each(['', '0', '0.00', '-1', 'none', '1e4'])('at a rate of "%s"', (rate) => {
    expect(receivedAmount('10', rate, '0')).toBeNull()
    expect(neededAmount('10', rate, '0', 6)).toBeNull()
  })

  test.each(['', 'a lot', '-100', '-100.01', '1%'])('at an offset of "%s"', (offset) => {
    expect(receivedAmount('10', '12650.50', offset)).toBeNull()
    expect(neededAmount('10', '12650.50', offset, 6)).toBeNull()
  })

  test('when rate and offset are both below zero', () => {
    expect(receivedAmount('10', '-2', '-300')).toBeNull()
  })
})

/** A decimal text of `scale` places whose digits lie between the two bounds. */
const decimal = (min: bigint, max: bigint, scale: number) =>
  fc.bigInt({ min, max }).map((units) => {
    const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  })

const units = (text: string) => BigInt(text.replace('.', ''))
const sent = decimal(0n, 10n ** 15n, 6)
const received = decimal(0n, 10n ** 14n, 2)
const rate = decimal(1n, 10n ** 12n, 8)
const offset = decimal(-9999n, 50_000n, 2)
const decimals = fc.constantFrom(2, 6)

describe('for any amount, rate and offset', () => {
  test('what arrives is within a cent below the exact product', () => {
    fc.assert(
      fc.property(sent, rate, offset, (sent, rate, offset) => {
        const cents = units(receivedAmount(sent, rate, offset) ?? '')
        // sent/10^6 × rate/10^8 × (10^4 + offset)/10^4 × 100 cents, all on one denominator.
        const exact = units(sent) * units(rate) * (10_000n + units(offset)) * 100n
        const one = 10n ** 18n
        expect(cents * one <= exact && exact < (cents + 1n) * one).toBe(true)
      }),
    )
  })

  test('the needed sum brings what was asked for, and one unit less does not', () => {
    fc.assert(
      fc.property(received, rate, offset, decimals, (asked, rate, offset, decimals) => {
        const needed = neededAmount(asked, rate, offset, decimals) ?? ''
        expect(units(receivedAmount(needed, rate, offset) ?? '')).toBeGreaterThanOrEqual(units(asked))
        if (units(needed) === 0n) return
        const less = (units(needed) - 1n).toString().padStart(decimals + 1, '0')
        const arriving = receivedAmount(`${less.slice(0, -decimals)}.${less.slice(-decimals)}`, rate, offset) ?? ''
        expect(units(arriving)).toBeLessThan(units(asked))
      }),
    )
  })

  test('sending more never brings less', () => {
    fc.assert(
      fc.property(sent, sent, rate, offset, (one, other, rate, offset) => {
        const [less, more] = units(one) < units(other) ? [one, other] : [other, one]
        const arriving = (amount: string) => units(receivedAmount(amount, rate, offset) ?? '')
        expect(arriving(less)).toBeLessThanOrEqual(arriving(more))
      }),
    )
  })
})
