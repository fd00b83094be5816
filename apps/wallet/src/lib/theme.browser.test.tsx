import { beforeEach, describe, expect, it } from 'vitest'
import '../ui/tokens.css'
import { chooseTheme, readThemeChoice, startTheme } from './theme.ts'

const shown = (): string | undefined => document.documentElement.dataset['theme']
const ground = (): string => getComputedStyle(document.documentElement).getPropertyValue('--c-ground')

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
    const light = ground()
    expect([shown(), localStorage.getItem('theme')]).toEqual(['light', 'light'])
    chooseTheme('dark')
    expect([shown(), localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
    expect(ground()).not.toBe(light)
    chooseTheme('system')
    expect(localStorage.getItem('theme')).toBeNull()
  })
})
