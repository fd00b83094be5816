/** Where a search by chance begins: the same seed makes the same run. `KRAPAO_TEST_SEED` says another one. */
export const searchSeed = Number(process.env['KRAPAO_TEST_SEED'])
/** How many times as long as in `npm test` it is; `npm run soak` searches longer. */
export const searchTimes = Number(process.env['KRAPAO_TEST_TIMES'] ?? 1)
