import { describe, expect, it } from 'vitest'
import { autoLoginPath, entranceOf, gameAddress } from './game-link.ts'

const credentials = { username: 'kra/ 1', password: 'p?ss' }

describe('the way into a game', () => {
  it('[GAM-029] sends user name and password where the game is entered with both', () => {
    const game = { code: 'IMI', autoLogin: 'username-and-password', web: null } as const
    expect(autoLoginPath(game, credentials)).toBe('/api/autoLogin/imi/kra%2F%201/p%3Fss')
    expect(entranceOf(game)).toBe('autoLogin')
  })

  it('[GAM-030] sends the user name alone where it is entered with that', () => {
    expect(autoLoginPath({ code: 'PG', autoLogin: 'username' }, credentials)).toBe('/api/autoLogin/pg/kra%2F%201')
  })

  it('is the web page for the other games, and none where there is none', () => {
    expect(entranceOf({ autoLogin: null, web: 'https://games.example' })).toBe('web')
    expect(entranceOf({ autoLogin: null, web: null })).toBe('none')
  })

  it('leads only to web pages', () => {
    expect(gameAddress('https://games.example/a?b=1', '')).toBe('https://games.example/a?b=1')
    expect(gameAddress('javascript:alert(1)', '')).toBeUndefined()
    expect(gameAddress('http://[', '')).toBeUndefined()
  })

  it('[GEN-015] leads to the host of the build where it names one', () => {
    expect(gameAddress('https://games.example:8443/a?b=1', 'play.example')).toBe('https://play.example/a?b=1')
    expect(gameAddress('http://games.example/a', 'play.example:8080')).toBe('http://play.example:8080/a')
  })
})
