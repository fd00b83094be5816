import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { durationText, fileOf, megabytesText, recordingFor } from './howto.rules.ts'
import type { Recording } from './recordings.ts'
import { recordings } from './recordings.ts'

const publicFolder = join(import.meta.dirname, '../../../public')
const languages = ['th', 'lo', 'en'] as const
const filesOf = (recording: Recording): string[] => [
  fileOf(recording, 'mp4'),
  fileOf(recording, 'webm'),
  ...languages.map((language) => fileOf(recording, `${language}.vtt`)),
]

describe('the recordings', () => {
  it.each(languages)('are there in %s', (language) => {
    const ids = recordings.filter((recording) => recording.language === language).map(({ id }) => id)
    expect(ids).toEqual(['wallet', 'game', 'balance', 'bonus-receive', 'bonus-end'])
  })

  it('have all their files, and no file is without a recording', () => {
    const expected = recordings.flatMap(filesOf)
    for (const file of expected) expect(existsSync(join(publicFolder, file)), file).toBe(true)
    expect(
      readdirSync(join(publicFolder, 'videos'))
        .map((name) => `/videos/${name}`)
        .toSorted(),
    ).toEqual(expected.toSorted())
  })

  it.each(recordings.map((recording) => [`${recording.id}.${recording.language}`, recording] as const))(
    '%s is light and short enough for a phone, and is as long as it says',
    (_, recording) => {
      const sizes = (['mp4', 'webm'] as const).map(
        (ending) => statSync(join(publicFolder, fileOf(recording, ending))).size,
      )
      expect(Math.max(...sizes)).toBe(recording.bytes)
      expect(recording.bytes).toBeLessThanOrEqual(1_500_000)
      expect(recording.durationS).toBeGreaterThanOrEqual(15)
      expect(recording.durationS).toBeLessThanOrEqual(60)
    },
  )

  it.each(recordings.map((recording) => [`${recording.id}.${recording.language}`, recording] as const))(
    '%s has captions in each language, one after the other, to its end',
    (_, recording) => {
      const times = languages.map((language) => {
        const text = readFileSync(join(publicFolder, fileOf(recording, `${language}.vtt`)), 'utf8')
        expect(text.startsWith('WEBVTT\n\n')).toBe(true)
        return [...text.matchAll(/00:(\d\d):(\d\d\.\d{3}) --> 00:(\d\d):(\d\d\.\d{3})/g)].map(([, m1, s1, m2, s2]) => [
          Number(m1) * 60 + Number(s1),
          Number(m2) * 60 + Number(s2),
        ])
      })
      const [thai = []] = times
      expect(thai.length).toBeGreaterThan(3)
      for (const other of times) expect(other).toEqual(thai)
      for (const [index, [from = 0, to = 0]] of thai.entries()) {
        expect(to).toBeGreaterThan(from)
        expect(from).toBeGreaterThanOrEqual(thai[index - 1]?.[1] ?? 0)
      }
      expect(thai.at(-1)?.[1]).toBeLessThanOrEqual(recording.durationS + 1)
    },
  )
})

describe('the recording for a reader', () => {
  it.each(languages)('is the one in %s', (language) => {
    expect(recordingFor('game', language)).toMatchObject({ id: 'game', language })
  })

  it('tells its length and its weight in few signs', () => {
    expect([5, 32, 60, 75].map(durationText)).toEqual(['0:05', '0:32', '1:00', '1:15'])
    expect([40_000, 380_000, 1_449_000].map(megabytesText)).toEqual(['0.1', '0.4', '1.4'])
  })
})
