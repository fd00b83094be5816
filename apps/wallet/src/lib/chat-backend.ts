/** Whether this build has a chat at all: `KRAPAO_CHAT_URL=off` makes one without (rulings 6.1, CHT-048). */
export const chatBackend = { isConfigured: import.meta.env.KRAPAO_CHAT_URL !== 'off' }
