import Type from 'typebox'
import { STAFF_ROLES } from './console'

/** Fields that schemas of the staff console share. */

export const Text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength })
export const Login = Type.String({ pattern: '^[a-z][a-z0-9._-]{2,31}$', description: 'Lower case, 3 to 32 characters' })
export const Token = Type.String({ pattern: '^[\\w-]{43}$' })
export const Password = Text(128)
export const Roles = Type.Array(Type.Enum([...STAFF_ROLES]), {
  minItems: 1,
  maxItems: STAFF_ROLES.length,
  uniqueItems: true,
})
export const Reason = Text(200, 2)
/** The key of an item in a queue: the number of a user, or a reference such as "FW-01JD7Q4ZK8". */
export const Key = Type.String({ pattern: '^[\\w-]{1,32}$' })
export const Id = Type.String({ pattern: '^[1-9]\\d{0,17}$' })
