import { BY_MEMBER_ID, type MemberRecords } from '../../platform/database/member-records.ts'

/** What staff wrote about a member where two decided; none is open when he is erased. */
export const proposalsRecords: readonly MemberRecords[] = [
  {
    table: 'proposal',
    whose: BY_MEMBER_ID,
    erased: {
      note: 'null',
      terms: `(terms - '{note,evidence,reference}'::text[]) #- '{fields,note}' #- '{fields,transfer}' #- '{fields,member}'`,
    },
    isOfStaff: true,
  },
]
