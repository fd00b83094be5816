import { desk } from '@krapao/contract'
import { isDatabaseAway } from '../../platform/database/index.ts'
import { refuse } from '../../platform/errors.ts'
import { type Context, done, type Route, route } from '../../platform/http/index.ts'
import { addressGroup } from '../../platform/http/limits.ts'
import { byAgent } from '../deeds/index.ts'
import { offerFactor, takeFactor } from './agent-factor.ts'
import { type AgentLoginRequest, loginAgent } from './agent-login.ts'
import { changeAgentPassword } from './agent-password.ts'
import { type AgentPlace, logoutAgent } from './agents.ts'
import type { StaffParts } from './staff.parts.ts'
import { disableAccount, endStaffSessions, setRoles, staffListed } from './staff.ts'
import { stepUp } from './step-up.ts'

/** So much is kept of what a browser says of itself. */
const DEVICE_MAX = 300

/** Of the login, besides those that all calls share. */
const limit = {
  perAddress: { max: 600, windowS: 600 },
  unproven: { perAddress: { max: 60, windowS: 600 }, perNetwork: { max: 240, windowS: 600 } },
} as const

async function orLoginFail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isDatabaseAway(error)) refuse('LOGIN_FAIL', { status: 503, retryAfterS: 1, cause: error })
    throw error
  }
}

/** From where a call comes. */
function placeOf({ address, headers }: Pick<Context<typeof desk.deskLogin>, 'address' | 'headers'>): AgentPlace {
  return { address: addressGroup(address), device: headers['user-agent']?.slice(0, DEVICE_MAX) ?? null }
}

function ownRoutes(parts: StaffParts): Route[] {
  return [
    route(
      desk.deskLogin,
      async ({ body, address, headers, proof, setCookie }) => {
        const newPassword = body.newPassword ?? null
        const asked: AgentLoginRequest = {
          ...body,
          newPassword,
          ...placeOf({ address, headers }),
          cookies: headers.cookie,
          proof,
        }
        const { cookie, ...loggedIn } = await orLoginFail(() => loginAgent(parts, asked))
        setCookie(cookie)
        return loggedIn
      },
      { limit },
    ),
    route(desk.deskLogout, ({ agent }) => done(logoutAgent(parts, agent))),
    route(desk.deskMe, async ({ agent: { agentId, name, username, roles } }) => ({
      agent: { _id: agentId, name, username, roles: [...roles] },
    })),
    route(desk.deskChangePassword, async ({ agent, body, ...from }) => ({
      token: await changeAgentPassword(parts, agent, { ...body, ...placeOf(from) }),
    })),
    route(desk.deskNewFactor, ({ agent, body }) => offerFactor(parts, agent, body)),
    route(desk.deskTakeFactor, async ({ agent, body, ...from }) => ({
      token: await takeFactor(parts, agent, { ...body, ...placeOf(from) }),
    })),
    route(desk.deskStepUp, async ({ agent, body }) => ({
      freshUntil: (await stepUp(parts, agent, body.totp)).toISOString(),
    })),
  ]
}

function colleagueRoutes(parts: StaffParts): Route[] {
  return [
    route(desk.deskStaff, async ({ agent }) => ({ staff: await staffListed(parts, agent.sessionId) })),
    route(desk.deskSetRoles, async ({ agent, params, body }) => ({
      agent: await setRoles(parts, byAgent(agent), params.agentId, body.roles, agent.sessionId),
    })),
    route(desk.deskDisable, async ({ agent, params }) => ({
      agent: await disableAccount(parts, byAgent(agent), params.agentId, agent.sessionId),
    })),
    route(desk.deskEndStaffSessions, async ({ agent, params, body }) => ({
      agent: await endStaffSessions(parts, byAgent(agent), params.agentId, {
        sessionId: body.sessionId || null,
        asking: agent.sessionId,
      }),
    })),
  ]
}

/** How the staff get in, what each does about himself, and what an owner does about all. */
export function staffRoutes(parts: StaffParts): Route[] {
  return [...ownRoutes(parts), ...colleagueRoutes(parts)]
}
