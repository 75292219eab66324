import './features/audit/audit.graphql.ts';
import './features/tenancy/tenant.graphql.ts';
import './features/tenancy/role.graphql.ts';
import './features/tenancy/member.graphql.ts';
import './features/tenancy/api-key.graphql.ts';
import './features/tenancy/invitation.graphql.ts';
import './features/tenancy/workspace.graphql.ts';
import './features/tenancy/viewer.graphql.ts';
import './features/tenancy/settings.graphql.ts';
import './features/tenancy/sign-in.graphql.ts';
import './features/tenancy/operator-status.graphql.ts';
import './graphql/scalars.ts';
import { builder } from './graphql/builder.ts';

export const schema = builder.toSchema();
