import type { FastifyInstance } from 'fastify'

/** Binds the documentation of the API. */
export async function bindDocumentation(_server: FastifyInstance, _terms: { isShown: boolean }): Promise<void> {}
