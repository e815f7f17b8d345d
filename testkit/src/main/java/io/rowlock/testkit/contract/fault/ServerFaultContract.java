package io.rowlock.testkit.contract.fault;

/** All that a server must outlive without being disturbed itself; {@link OutageContract} holds the rest. */
public interface ServerFaultContract
        extends ProcessContract,
                CutContract,
                BlackHoleContract,
                DuplicateContract,
                VirtualThreadContract,
                GuardProcessContract,
                GuardCutContract,
                BatchCutContract,
                MixedCutContract {}
