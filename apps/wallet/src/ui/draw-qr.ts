// Fetched when a code is drawn.
export { drawQr } from '@krapao/payment-codes'
