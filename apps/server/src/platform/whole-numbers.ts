import * as v from 'valibot'

/** Whole numbers, as the operator's file and his settings say them. */
export const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most))
export const aboveZero = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
