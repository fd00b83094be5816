export type {
  Authentication,
  BonusState,
  GateAction,
  Identity,
  Lease,
  MemberBankAccount,
  MembersDoor,
  Payee,
  Profile,
  Standing,
  TokenProblem,
} from './members.types.ts'
