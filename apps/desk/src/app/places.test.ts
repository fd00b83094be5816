import { ROLES } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { menuOf, pages } from './places.tsx'

describe('the pages of the desk', () => {
  it('have each a letter of their own, and a reader', () => {
    const rows = Object.values(pages)
    expect(new Set(rows.map(({ letter }) => letter)).size).toBe(rows.length)
    expect(menuOf(ROLES)).toHaveLength(rows.length)
  })

  it('stand in the menu of those alone who may open them', () => {
    const menu = (role: (typeof ROLES)[number]) => menuOf([role]).map(({ page }) => page)
    expect(menu('SUPPORT')).toContain('inbox')
    expect(menu('SUPPORT')).not.toContain('settings')
    expect(menu('AUDITOR')).toContain('audit')
  })
})
