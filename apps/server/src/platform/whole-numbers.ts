import * as v from 'valibot'

/** Whole numbers, as files, settings and others say them. */
export const whole = (least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most))
export const fromZero = whole(0)
export const aboveZero = whole(1)
