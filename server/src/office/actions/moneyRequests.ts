export const requestSubject = ({ reference }: { reference: string }) => reference
