import { Kbd, Modal, Table, Text } from '@mantine/core';

const keys = [
  ['j', 'Next call'],
  ['k', 'Previous call'],
  ['Enter', 'Open the page of the call'],
  ['a', 'Approve the call that is shown'],
  ['d', 'Deny it, with a reason'],
  ['e', 'Edit its arguments, then approve'],
  ['x', 'Select or leave out, to decide several at once'],
  ['Esc', 'Close what is open'],
  ['?', 'This help'],
] as const;

export function InboxHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys of the inbox">
      <Text size="sm" mb="sm">
        On a narrow screen, open a call before you decide.
      </Text>
      <Table aria-label="Keys">
        <Table.Tbody>
          {keys.map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">
                <Kbd>{key}</Kbd>
              </Table.Th>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
