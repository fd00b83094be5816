import { beforeEach, describe, expect, it } from 'vitest'
import { chooseTheme, readThemeChoice, startTheme } from './theme.ts'

const shown = (): string | undefined => document.documentElement.dataset['theme']

beforeEach(() => {
  localStorage.clear()
})

describe('the theme', () => {
  it('follows the device until one is chosen', () => {
    startTheme()
    expect(readThemeChoice()).toBe('system')
    expect(shown()).toBe(matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark')
  })

  it('keeps what is chosen, shows it at once, and forgets it', () => {
    chooseTheme('light')
    expect([shown(), localStorage.getItem('theme')]).toEqual(['light', 'light'])
    chooseTheme('dark')
    expect([shown(), localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
    chooseTheme('system')
    expect(localStorage.getItem('theme')).toBeNull()
  })
})
