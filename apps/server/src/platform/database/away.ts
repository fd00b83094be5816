import { EngineLostError } from './embedded-engine.ts'
import { DatabaseTimeoutError } from './pool-of-one.ts'

/**
 * Node's words for a broken connection, and PostgreSQL's for one that it ends or does not take, or for a statement that it
 * gave up; 53100: its disk is full. 25006: a standby that is about to take over answers already and takes no writes yet.
 */
const connectionCodes =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...$|57P0[1235]$|57014$|25P03$|53[13]00$|25006$)/
const poolWords =
  /^(Connection terminated|timeout e(xceeded when trying to connect|xpired$)|Query read timeout$|Cannot use a pool after|Client has encountered a connection error|Client was closed and is not queryable)/

/** Whether an error, or what caused it, says that the database is not there: lost, shutting down, full, too slow. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof EngineLostError || cause instanceof DatabaseTimeoutError) return true
    if ('code' in cause && typeof cause.code === 'string' && connectionCodes.test(cause.code)) return true
    if (poolWords.test(cause.message)) return true
    // Nobody answered at any of the addresses of one name.
    if (cause instanceof AggregateError && cause.errors.some((one) => isDatabaseAway(one))) return true
  }
  return false
}
