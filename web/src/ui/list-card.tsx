import { Card } from '@mantine/core';
import type { AnyVariables } from '@urql/core';
import type { ReactNode } from 'react';
import type { UseQueryResponse } from 'urql';
import { Loaded } from './loaded.tsx';
import { TableLoading } from './loading.tsx';

type ListCardProps<Data, Variables extends AnyVariables> = {
  /** What `useQuery` gave. */
  answer: UseQueryResponse<Data, Variables>;
  children: (data: Data) => ReactNode;
};

/** A short list that is loaded as a whole. */
export function ListCard<Data, Variables extends AnyVariables>({ answer, children }: ListCardProps<Data, Variables>) {
  const [{ data, error }, refetch] = answer;
  return (
    <Card>
      <Loaded
        data={data}
        error={error}
        retry={() => refetch({ requestPolicy: 'network-only' })}
        loading={<TableLoading rows={3} />}
      >
        {children}
      </Loaded>
    </Card>
  );
}
