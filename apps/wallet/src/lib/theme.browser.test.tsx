import { beforeEach, describe, expect, it } from 'vitest'
import { themes } from './theme.ts'

const shown = (): string | undefined => document.documentElement.dataset['theme']

beforeEach(() => {
  localStorage.clear()
})

describe('the theme', () => {
  it('follows the device until one is chosen', () => {
    themes.start()
    expect(themes.readChoice()).toBe('system')
    expect(shown()).toBe(matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark')
  })

  it('keeps what is chosen, shows it at once, and forgets it', () => {
    themes.choose('light')
    expect([shown(), localStorage.getItem('theme')]).toEqual(['light', 'light'])
    themes.choose('dark')
    expect([shown(), localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
    themes.choose('system')
    expect(localStorage.getItem('theme')).toBeNull()
  })
})
