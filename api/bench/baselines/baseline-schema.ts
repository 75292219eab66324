import { buildSchema } from 'graphql';

/** The part of our schema that the benchmarks ask, answered from memory. */
export const schema = buildSchema(/* GraphQL */ `
  type Query {
    viewer: Viewer!
    members(first: Int = 20, after: String): MembershipConnection!
    tools(filter: ToolFilter, first: Int = 20, after: String): ToolConnection!
  }
  input ToolFilter { includeUnavailable: Boolean }
  type ToolConnection { edges: [ToolEdge!]! }
  type ToolEdge { node: Tool! }
  type Tool {
    id: ID!, slug: String!, name: String!, description: String!, category: String!, icon: String!
    origin: String!, enabled: Boolean!
  }
  type Viewer { kind: String! }
  type MembershipConnection { edges: [MembershipEdge!]! }
  type MembershipEdge { node: Membership! }
  type Membership { id: ID!, user: User!, role: Role! }
  type User { name: String!, email: String! }
  type Role { slug: String! }
`);

const edges = Array.from({ length: 20 }, (_, index) => ({
  node: {
    id: Buffer.from(`Membership:01a1e3b1-20f7-76ba-8373-ba5e6ca5${String(index).padStart(4, '0')}`).toString(
      'base64url',
    ),
    user: { name: `Member ${index}`, email: `member-${index}@demo.test` },
    role: { slug: 'member' },
  },
}));

const toolEdges = Array.from({ length: 20 }, (_, index) => ({
  node: {
    id: Buffer.from(`Tool:01a1e3b1-20f7-76ba-8373-ba5e6ca5${String(index).padStart(4, '0')}`).toString('base64url'),
    slug: `tool-${index}`,
    name: `Tool ${index}`,
    description: 'Tells the weather of a city.',
    category: 'bench',
    icon: 'cloud',
    origin: 'TENANT',
    enabled: false,
  },
}));

export const rootValue = {
  viewer: { kind: 'API_KEY' },
  members: ({ first }: { first: number }) => ({ edges: edges.slice(0, first) }),
  tools: ({ first }: { first: number }) => ({ edges: toolEdges.slice(0, first) }),
};
